package io.zarrspark;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.chunk.StridedCopy;
import io.zarrspark.codec.ByteSlice;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.codec.CodingException;
import io.zarrspark.kernel.ElementException;
import io.zarrspark.metadata.UnsupportedExtensionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Writes stored objects of one array, chunks or shards, each as a whole and in one step. For one
 * thread at a time; several writers may write different objects of an array at once.
 *
 * <p>The same cells always become the same bytes, so an object that is written again, by a retry or
 * by a second attempt at the same time, is the same object.
 *
 * <p>Memory: the cells of the caller, and an object's encoded bytes, in an array that the next one
 * uses again, with shards more than twice while it grows; without shards, also what the codecs make
 * of the cells, and with shards the same for one inner chunk only.
 */
public final class ObjectWriter implements AutoCloseable {
  private final ZarrArray array;
  private final int cells;
  private final boolean storesFill;
  private final CodecScratch scratch = new CodecScratch();

  private ObjectWriter(ZarrArray array, int cells, boolean storesFill) {
    this.array = array;
    this.cells = cells;
    this.storesFill = storesFill;
  }

  /**
   * A writer of the objects of an array, whose metadata need not be stored yet.
   *
   * @throws UnsupportedExtensionException if a codec can only decode, the fill value has no encoded
   *     form, objects differ in shape, or one has more cells than a Java array holds
   */
  public static ObjectWriter of(ZarrArray array) {
    String codec = array.pipeline().decodeOnly().orElse(null);
    if (codec != null) {
      throw cannotWrite(
          array, "the codec " + codec + " is only read. Write into an array without it");
    }
    if (!array.objectGrid().isRegular()) {
      throw cannotWrite(
          array,
          "its chunks have different extents (a rectilinear chunk grid), which is only read."
              + " Write the array anew with a regular chunk grid, or recode it by zarr-convert");
    }
    int[] shape = array.objectGrid().chunkShape();
    if (array.metadata().chunkKeyEncoding().alternative(shape.length).isPresent()) {
      throw cannotWrite(
          array,
          "its metadata does not say how the keys of chunks are separated. Add"
              + " \"dimension_separator\" to its .zarray");
    }
    int cells;
    try {
      cells = Shapes.elements(shape);
      Math.multiplyExact(cells, array.dataType().encodedBytes());
    } catch (ArithmeticException e) {
      throw cannotWrite(
          array,
          "objects of "
              + Arrays.toString(shape)
              + " cells are larger than a Java array, and objects are written as a whole");
    }
    return new ObjectWriter(array, cells, false);
  }

  /**
   * The same, but objects that hold nothing but the fill value are stored as well: for arrays whose
   * readers are told of no fill value.
   */
  public ObjectWriter storingFill() {
    return new ObjectWriter(array, cells, true);
  }

  private static UnsupportedExtensionException cannotWrite(ZarrArray array, String why) {
    return new UnsupportedExtensionException("Cannot write into " + array.location() + ": " + why);
  }

  /**
   * Cells of a whole object, in C order of its shape, all equal to the fill value. Cells that lie
   * outside the array, in objects at its upper edges, should stay so.
   */
  public ChunkData newBuffer() {
    return ChunkData.filled(array.metadata().fillValue(), cells);
  }

  /** Makes a buffer as it was when it was new. */
  public void reset(ChunkData buffer) {
    requireCells(buffer);
    buffer.fill(array.metadata().fillValue());
  }

  /**
   * Writes one object. One that holds nothing but the fill value, by bits, is not stored, and an
   * older one is deleted.
   *
   * @param object position in the grid of stored objects
   * @param cells of a whole object, as {@link #newBuffer} makes them; only read
   * @throws ChunkException if a codec cannot encode a cell; nothing is changed then
   * @throws IOException if the store fails
   */
  public void write(long[] object, ChunkData cells) throws IOException {
    requireObject(object);
    requireCells(cells);
    boolean absent = !storesFill && array.pipeline().isAllFill(cells);
    store(array, object, absent ? null : encode(object, cells));
  }

  /**
   * Writes an encoded object.
   *
   * @param encoded its bytes; null to delete it
   */
  static void store(ZarrArray array, long[] object, ByteSlice encoded) throws IOException {
    String key = array.objectKey(object);
    try {
      if (encoded == null) {
        array.store().delete(key);
      } else {
        array
            .store()
            .put(key, ByteBuffer.wrap(encoded.array(), encoded.offset(), encoded.length()));
      }
    } catch (IOException e) {
      throw new IOException(
          "Cannot "
              + (encoded == null ? "delete" : "write")
              + " chunk "
              + name(array, object)
              + " of "
              + array.location()
              + ": "
              + e,
          e);
    }
  }

  private ByteSlice encode(long[] object, ChunkData cells) {
    try {
      return array.pipeline().encode(cells, scratch);
    } catch (CodingException | ElementException e) {
      throw cannotEncode(array, object, e);
    }
  }

  static ChunkException cannotEncode(ZarrArray array, long[] object, RuntimeException cause) {
    return new ChunkException(
        "Cannot encode chunk "
            + name(array, object)
            + " of "
            + array.location()
            + ": "
            + cause.getMessage(),
        cause);
  }

  /**
   * Reads one object to change some of its cells: those that are stored, and the fill value where
   * nothing is stored or outside the array.
   *
   * @param object position in the grid of stored objects
   * @return cells of a whole object that {@link #write} takes
   * @throws ChunkException if what is stored cannot be decoded
   * @throws IOException if the store fails
   */
  public ChunkData read(long[] object) throws IOException {
    requireObject(object);
    ChunkData buffer = newBuffer();
    int[] shape = array.objectGrid().chunkShape();
    int[] strides = Shapes.strides(shape);
    int[] blockShape = array.blockShape();
    int[] blocksPerObject = array.blocksPerObject();
    int[] blocks = new int[Shapes.elements(blocksPerObject)];
    Arrays.setAll(blocks, i -> i);
    try (BlockReader reader = new BlockReader(array)) {
      EncodedObject encoded = reader.fetch(object, blocks);
      for (int i = 0; i < blocks.length; i++) {
        int[] extent = reader.extent(encoded, i);
        if (!encoded.isPresent() || Shapes.isEmpty(extent)) {
          continue;
        }
        int[] position = Shapes.coordinates(blocks[i], blocksPerObject);
        int offset = 0;
        for (int d = 0; d < position.length; d++) {
          offset += position[d] * blockShape[d] * strides[d];
        }
        StridedCopy.copy(
            reader.elements(encoded, i),
            0,
            Shapes.strides(blockShape),
            buffer,
            offset,
            strides,
            extent);
      }
    }
    return buffer;
  }

  private void requireObject(long[] object) {
    ChunkGrid grid = array.objectGrid();
    boolean inside = object.length == grid.rank();
    for (int d = 0; inside && d < object.length; d++) {
      inside = object[d] >= 0 && object[d] < grid.chunks(d);
    }
    if (!inside) {
      throw new IllegalArgumentException(
          "the array "
              + array.location()
              + ", "
              + grid
              + ", has no chunk "
              + Arrays.toString(object));
    }
  }

  private void requireCells(ChunkData buffer) {
    if (buffer.length() != cells) {
      throw new IllegalArgumentException(
          "an object of " + array.location() + " has " + cells + " cells, not " + buffer.length());
    }
  }

  private static String name(ZarrArray array, long[] object) {
    return array.metadata().chunkKeyEncoding().key(object);
  }

  /** Frees what codecs hold. */
  @Override
  public void close() {
    scratch.close();
  }
}
