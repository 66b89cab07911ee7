package io.zarrspark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.chunk.StridedCopy;
import io.zarrspark.codec.CodecPipeline;
import io.zarrspark.metadata.ArrayMetadata;
import io.zarrspark.metadata.ChunkKeyEncoding;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.metadata.V2Documents;
import io.zarrspark.store.Store;
import io.zarrspark.store.StoredObject;
import io.zarrspark.type.DataType;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An array with its codecs bound. Immutable; reading goes through {@link BlockReader}s, one per
 * thread.
 *
 * <p>A <em>block</em> is the smallest piece that decodes alone: an inner chunk of a shard, else the
 * chunk.
 */
public final class ZarrArray implements ZarrNode {
  private final Store store;
  private final String path;
  private final ArrayMetadata metadata;
  private final ChunkPipelines pipelines;
  private final ChunkGrid blockGrid;
  private final boolean isVersion2;

  /** Of all objects alike; null if they differ. */
  private final int[] commonBlocksPerObject;

  private ZarrArray(
      Store store,
      String path,
      ArrayMetadata metadata,
      ChunkPipelines pipelines,
      boolean isVersion2) {
    this.store = store;
    this.path = path;
    this.metadata = metadata;
    this.pipelines = pipelines;
    this.blockGrid =
        pipelines
            .largest()
            .shardLayout()
            .map(shards -> new ChunkGrid(shape(), shards.blockShape()))
            .orElse(metadata.grid());
    this.isVersion2 = isVersion2;
    this.commonBlocksPerObject =
        objectGrid().isRegular() ? blocksIn(new long[shape().length]) : null;
  }

  /**
   * Opens an array.
   *
   * @throws FileNotFoundException if there is no node at the path
   * @throws InvalidMetadataException if the node is a group or its metadata is invalid
   * @throws UnsupportedExtensionException if it needs an extension that is not known
   */
  public static ZarrArray open(Store store, String path) throws IOException {
    if (ZarrNode.open(store, path) instanceof ZarrArray array) {
      return array;
    }
    throw new InvalidMetadataException(store.locate(path) + " is a group, not an array");
  }

  /** The array that a metadata document describes. */
  public static ZarrArray of(Store store, String path, JsonNode document) {
    return naming(
        store,
        path,
        () -> bind(store, path, ArrayMetadata.parse(document), V2Documents.isVersion2(document)));
  }

  /**
   * The array that metadata describe, which need not be stored: so a writer can check a new array
   * and fill its chunks before anybody sees it.
   *
   * @throws InvalidMetadataException if the metadata is invalid
   * @throws UnsupportedExtensionException if it needs an extension that is not known
   */
  public static ZarrArray of(Store store, String path, ArrayMetadata metadata) {
    return naming(store, path, () -> bind(store, path, metadata, false));
  }

  /** The same, its metadata written: what was at the path is replaced. */
  public static ZarrArray create(Store store, String path, ArrayMetadata metadata)
      throws IOException {
    ZarrArray array = of(store, path, metadata);
    ZarrNode.writeMetadata(store, path, metadata.toJson());
    return array;
  }

  private static <T> T naming(Store store, String path, Supplier<T> binding) {
    try {
      return binding.get();
    } catch (InvalidMetadataException e) {
      throw e.in("array " + store.locate(path));
    } catch (UnsupportedExtensionException e) {
      throw e.in("array " + store.locate(path));
    }
  }

  private static ZarrArray bind(
      Store store, String path, ArrayMetadata metadata, boolean isVersion2) {
    ZarrArray array =
        new ZarrArray(store, path, metadata, ChunkPipelines.bind(metadata), isVersion2);
    array.requireBlocksFit();
    return array;
  }

  private void requireBlocksFit() {
    try {
      Math.multiplyExact(Shapes.elements(blockGrid.largestChunk()), dataType().encodedBytes());
    } catch (ArithmeticException e) {
      throw new UnsupportedExtensionException(
          "blocks of "
              + Arrays.toString(blockGrid.largestChunk())
              + " elements are larger than a Java array. Use smaller chunks, or shards with smaller"
              + " inner chunks");
    }
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public String location() {
    return store.locate(path);
  }

  @Override
  public ObjectNode attributes() {
    return metadata.attributes();
  }

  public ArrayMetadata metadata() {
    return metadata;
  }

  public DataType dataType() {
    return metadata.dataType();
  }

  /** Shape of the array. */
  public long[] shape() {
    return metadata.grid().arrayShape();
  }

  /** The grid of stored objects: chunks, or shards. */
  public ChunkGrid objectGrid() {
    return metadata.grid();
  }

  /** The grid of blocks. Inner chunks of shards make a regular one, whatever the shards. */
  public ChunkGrid blockGrid() {
    return blockGrid;
  }

  /**
   * Shape of every block.
   *
   * @throws IllegalStateException if they differ
   */
  public int[] blockShape() {
    return blockGrid.chunkShape();
  }

  /** Shape of the blocks of a stored object, which have one. */
  public int[] blockShape(long[] object) {
    return blockGrid.chunkShape(block(object, new int[object.length]));
  }

  /**
   * Blocks of every stored object along each dimension; all ones without shards.
   *
   * @throws IllegalStateException if they differ
   */
  public int[] blocksPerObject() {
    if (commonBlocksPerObject == null) {
      throw new IllegalStateException("the objects of " + location() + " differ");
    }
    return commonBlocksPerObject;
  }

  /** Blocks of a stored object along each dimension; all ones without shards. */
  public int[] blocksPerObject(long[] object) {
    return commonBlocksPerObject != null ? commonBlocksPerObject : blocksIn(object);
  }

  private int[] blocksIn(long[] object) {
    int[] blocks = objectGrid().chunkShape(object);
    int[] blockShape = blockShape(object);
    for (int d = 0; d < blocks.length; d++) {
      blocks[d] /= blockShape[d];
    }
    return blocks;
  }

  /**
   * Place in the grid of blocks of a block of a stored object.
   *
   * @param inObject its place among the blocks of the object
   */
  public long[] block(long[] object, int[] inObject) {
    long[] block = new long[object.length];
    for (int d = 0; d < block.length; d++) {
      block[d] = blockGrid.axis(d).chunkOf(objectGrid().start(d, object[d])) + inObject[d];
    }
    return block;
  }

  /** The chain of the largest stored object; those of others differ in shapes only. */
  public CodecPipeline pipeline() {
    return pipelines.largest();
  }

  /**
   * The chain of a stored object.
   *
   * @throws InvalidMetadataException if the codecs do not suit its shape
   */
  CodecPipeline pipeline(long[] object) {
    return naming(store, path, () -> pipelines.of(object));
  }

  /** The key of a stored object in the store. */
  public String objectKey(long[] object) {
    return ZarrNode.key(path, metadata.chunkKeyEncoding().key(object));
  }

  /**
   * Opens a stored object, or empty if it is absent. Of an old Zarr v2 array whose metadata does
   * not tell how keys are separated, an object of either name is it.
   *
   * @param isWhole whether it is going to be read whole
   */
  Optional<StoredObject> openObject(long[] object, boolean isWhole) throws IOException {
    Optional<StoredObject> found = open(objectKey(object), isWhole);
    Optional<ChunkKeyEncoding> alternative = metadata.chunkKeyEncoding().alternative(object.length);
    return found.isPresent() || alternative.isEmpty()
        ? found
        : open(ZarrNode.key(path, alternative.get().key(object)), isWhole);
  }

  private Optional<StoredObject> open(String key, boolean isWhole) throws IOException {
    return isWhole ? store.openWhole(key) : store.open(key);
  }

  /** Whether chunks at the upper edge may be stored without their part outside the array. */
  boolean mayHaveShortChunks() {
    return isVersion2;
  }

  Store store() {
    return store;
  }

  /**
   * Reads the whole array, in C order: for coordinates and tests.
   *
   * @throws IOException if the store fails
   * @throws io.zarrspark.codec.ChunkException if a chunk cannot be decoded
   */
  public ChunkData readAll() throws IOException {
    int[] shape = new int[shape().length];
    try {
      for (int d = 0; d < shape.length; d++) {
        shape[d] = Math.toIntExact(shape()[d]);
      }
      Math.multiplyExact(Shapes.elements(shape), dataType().encodedBytes());
    } catch (ArithmeticException e) {
      throw new UnsupportedExtensionException(
          "array "
              + location()
              + " of shape "
              + Arrays.toString(shape())
              + " is too large to be"
              + " read as a whole");
    }
    ChunkData all = ChunkData.allocate(dataType(), Shapes.elements(shape));
    if (Shapes.isEmpty(shape)) {
      return all;
    }
    int[] strides = Shapes.strides(shape);
    try (BlockReader reader = new BlockReader(this)) {
      int[] objects = new int[shape.length];
      for (int d = 0; d < objects.length; d++) {
        objects[d] = Math.toIntExact(objectGrid().chunks(d));
      }
      int[] object = new int[shape.length];
      do {
        copyObject(reader, object, all, strides);
      } while (Shapes.next(object, objects));
    }
    return all;
  }

  private void copyObject(BlockReader reader, int[] object, ChunkData all, int[] strides)
      throws IOException {
    long[] position = Arrays.stream(object).asLongStream().toArray();
    int[] perObject = blocksPerObject(position);
    int[] blocks = new int[Shapes.elements(perObject)];
    Arrays.setAll(blocks, i -> i);
    int[] blockStrides = Shapes.strides(blockShape(position));
    EncodedObject encoded = reader.fetch(position, blocks);
    for (int i = 0; i < blocks.length; i++) {
      long[] block = block(position, Shapes.coordinates(blocks[i], perObject));
      int[] extent = blockGrid.extent(block);
      int offset = 0;
      for (int d = 0; d < block.length; d++) {
        offset += (int) Math.min(blockGrid.start(d, block[d]), Integer.MAX_VALUE) * strides[d];
      }
      if (!Shapes.isEmpty(extent)) {
        StridedCopy.copy(
            encoded.isBlockPresent(i)
                ? reader.decodeReusing(encoded, i)
                : reader.elements(encoded, i),
            0,
            blockStrides,
            all,
            offset,
            strides,
            extent);
      }
    }
    reader.release(encoded);
  }
}
