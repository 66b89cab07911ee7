package io.zarrspark.spark.convert;

import io.zarrspark.BlockSink;
import io.zarrspark.BoxReader;
import io.zarrspark.ObjectWriter;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.chunk.StridedCopy;
import io.zarrspark.type.Scalar;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Moves the cells of one unit at a time from one array to another. For one thread at a time.
 *
 * <p>An object is held from the first cell that arrives for it; one for which none arrives holds
 * the fill value and is not stored.
 */
final class UnitTransfer implements BlockSink, UnitWork {
  private final BoxReader reader;
  private final RecordingStore targetStore;
  private final ZarrArray target;
  private final ObjectWriter writer;
  private final boolean storesFill;
  private final UnitGrid units;
  private final UnitObjects objects;
  private final ValueConversion conversion;
  private final int[] objectShape;
  private final int[] objectStrides;
  private final boolean keepsBlocks;

  /** What tasks of one process that read the same blocks have in common; null if they do not. */
  private final String exchange;

  private final int[] unitObjects;

  /** Decoded objects of the unit, in C order; null where no cell has arrived. */
  private final ChunkData[] held;

  /** Whether cells of the fill value have arrived for an object that is not held, by object. */
  private final boolean[] missesFill;

  private final Deque<ChunkData> spare = new ArrayDeque<>();

  /**
   * Work on one array.
   *
   * @param storesFill whether objects that hold the fill value alone are stored as well
   * @param pass a name that the tasks of the pass over this array have in common
   */
  UnitTransfer(
      ZarrArray source,
      RecordingStore targetStore,
      ZarrArray target,
      boolean storesFill,
      UnitGrid units,
      UnitObjects objects,
      String pass) {
    this.targetStore = targetStore;
    this.target = target;
    ObjectWriter usual = ObjectWriter.of(target);
    this.writer = storesFill ? usual.storingFill() : usual;
    this.storesFill = storesFill;
    this.units = units;
    this.objects = objects;
    this.conversion = ValueConversion.between(source.dataType(), target.dataType());
    this.objectShape = target.objectGrid().chunkShape();
    this.objectStrides = Shapes.strides(objectShape);
    ChunkGrid blocks = source.blockGrid();
    this.keepsBlocks =
        conversion.isIdentity()
            && (!blocks.isRegular() || Arrays.equals(blocks.chunkShape(), objectShape));
    this.reader = new BoxReader(source, keepsBlocks ? spare : new ArrayDeque<>());
    this.exchange = units.isReadTogether() && !keepsBlocks ? pass : null;
    this.unitObjects = units.objectsPerUnit();
    this.held = new ChunkData[objects.count()];
    this.missesFill = new boolean[held.length];
  }

  @Override
  public long readBytes() {
    return reader.fetchedBytes();
  }

  @Override
  public long writtenBytes() {
    return targetStore.writtenBytes();
  }

  @Override
  public boolean isDone(long unit, List<WrittenObject> records, boolean readAll)
      throws IOException {
    return objects.areStored(unit, records, readAll);
  }

  @Override
  public List<WrittenObject> run(long unit) throws IOException {
    objects.start(unit);
    ChunkGrid grid = target.objectGrid();
    int rank = grid.rank();
    long[] start = new long[rank];
    long[] extent = new long[rank];
    for (int d = 0; d < rank; d++) {
      start[d] = grid.start(d, objects.first(d));
      extent[d] = Math.min(units.extent(d), grid.arrayShape()[d] - start[d]);
    }
    if (exchange == null) {
      reader.read(start, extent, this);
    } else {
      reader.readTogether(start, extent, this, exchange);
    }
    return write();
  }

  private List<WrittenObject> write() throws IOException {
    List<WrittenObject> written = new ArrayList<>();
    for (int i = 0; i < held.length; i++) {
      long[] object = objects.object(i);
      if (object == null) {
        continue;
      }
      ChunkData cells = storesFill ? buffer(i) : held[i];
      if (cells != null) {
        writer.write(object, cells);
        spare.add(cells);
        held[i] = null;
      }
      missesFill[i] = false;
      written.add(targetStore.takeLast());
    }
    return written;
  }

  /** Blocks that are objects of the target become them. */
  @Override
  public boolean keepsBlocks() {
    return keepsBlocks;
  }

  @Override
  public void stored(long[] start, int[] extent, ChunkData block, int[] blockShape, int offset) {
    ChunkData cells = conversion.apply(block, extent, blockShape, offset, start, reader.array());
    int whole = objectOf(start, extent);
    if (whole >= 0
        && held[whole] == null
        && Arrays.equals(extent, objectShape)
        && Arrays.equals(blockShape, objectShape)) {
      held[whole] = cells;
      return;
    }
    int[] blockStrides = Shapes.strides(blockShape);
    forEachObject(
        start,
        Arrays.stream(extent).asLongStream().toArray(),
        (index, inPart, inObject, common) ->
            StridedCopy.copy(
                cells,
                offset + dot(inPart, blockStrides),
                blockStrides,
                buffer(index),
                dot(inObject, objectStrides),
                objectStrides,
                common));
    if (keepsBlocks && block.length() == Shapes.elements(objectShape)) {
      spare.add(block);
    }
  }

  /** The object of the unit that holds all of a part, or -1. */
  private int objectOf(long[] start, int[] extent) {
    int index = 0;
    for (int d = 0; d < start.length; d++) {
      long object = start[d] / objectShape[d];
      if ((start[d] + extent[d] - 1) / objectShape[d] != object) {
        return -1;
      }
      index = index * unitObjects[d] + (int) (object - objects.first(d));
    }
    return index;
  }

  @Override
  public void absent(long[] start, long[] extent, FillValue value) {
    Scalar converted = conversion.apply(value.scalar(), reader.array());
    boolean isFill = converted.equals(target.metadata().fillValue());
    forEachObject(
        start,
        extent,
        (index, inPart, inObject, common) -> {
          if (isFill && held[index] == null) {
            missesFill[index] = true;
            return;
          }
          StridedCopy.copy(
              ChunkData.filled(converted, Shapes.elements(common)),
              0,
              Shapes.strides(common),
              buffer(index),
              dot(inObject, objectStrides),
              objectStrides,
              common);
        });
  }

  /** Takes what a part and an object of the unit have in common. */
  private interface Common {
    /**
     * @param object number of the object in the unit
     * @param inPart where it starts in the part
     * @param inObject where it starts in the object
     * @param extent its extent
     */
    void take(int object, int[] inPart, int[] inObject, int[] extent);
  }

  private void forEachObject(long[] start, long[] extent, Common common) {
    int rank = start.length;
    int[] first = new int[rank];
    int[] counts = new int[rank];
    for (int d = 0; d < rank; d++) {
      first[d] = (int) (start[d] / objectShape[d] - objects.first(d));
      long last = (start[d] + extent[d] - 1) / objectShape[d] - objects.first(d);
      counts[d] = (int) last - first[d] + 1;
    }
    int[] step = new int[rank];
    do {
      int index = 0;
      int[] inPart = new int[rank];
      int[] inObject = new int[rank];
      int[] shape = new int[rank];
      for (int d = 0; d < rank; d++) {
        int inUnit = first[d] + step[d];
        index = index * unitObjects[d] + inUnit;
        long objectStart = (objects.first(d) + inUnit) * objectShape[d];
        long from = Math.max(start[d], objectStart);
        long to = Math.min(start[d] + extent[d], objectStart + objectShape[d]);
        inPart[d] = (int) (from - start[d]);
        inObject[d] = (int) (from - objectStart);
        shape[d] = (int) (to - from);
      }
      common.take(index, inPart, inObject, shape);
    } while (Shapes.next(step, counts));
  }

  private ChunkData buffer(int index) {
    if (held[index] == null) {
      if (spare.isEmpty()) {
        held[index] = writer.newBuffer();
      } else {
        held[index] = spare.removeLast();
        if (missesFill[index] || !isInside(objects.object(index))) {
          writer.reset(held[index]);
        }
      }
    }
    return held[index];
  }

  /** Whether an object has no cells outside the array, which keep the fill value. */
  private boolean isInside(long[] object) {
    ChunkGrid grid = target.objectGrid();
    return Arrays.equals(grid.extent(object), objectShape);
  }

  private static int dot(int[] position, int[] strides) {
    int sum = 0;
    for (int d = 0; d < position.length; d++) {
      sum += position[d] * strides[d];
    }
    return sum;
  }

  @Override
  public void close() {
    reader.close();
    writer.close();
  }
}
