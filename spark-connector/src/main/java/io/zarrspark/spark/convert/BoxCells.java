package io.zarrspark.spark.convert;

import io.zarrspark.BlockSink;
import io.zarrspark.BoxReader;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.chunk.StridedCopy;
import java.io.IOException;
import java.util.Arrays;

/** Reads boxes of an array into one piece, in C order. For one thread at a time. */
final class BoxCells implements BlockSink, AutoCloseable {
  private final BoxReader reader;
  private ChunkData cells;
  private long[] boxStart;
  private int[] strides;

  BoxCells(ZarrArray array) {
    this.reader = new BoxReader(array);
  }

  /** The cells of a box that a Java array can hold. */
  ChunkData read(long[] start, int[] extent) throws IOException {
    cells = ChunkData.allocate(reader.array().dataType(), Shapes.elements(extent));
    boxStart = start;
    strides = Shapes.strides(extent);
    reader.read(start, Arrays.stream(extent).asLongStream().toArray(), this);
    return cells;
  }

  long readBytes() {
    return reader.fetchedBytes();
  }

  @Override
  public void stored(long[] start, int[] extent, ChunkData block, int[] blockShape, int offset) {
    StridedCopy.copy(
        block, offset, Shapes.strides(blockShape), cells, offset(start), strides, extent);
  }

  @Override
  public void absent(long[] start, long[] extent, FillValue value) {
    int[] shape = Arrays.stream(extent).mapToInt(size -> (int) size).toArray();
    StridedCopy.copy(
        ChunkData.filled(value.scalar(), Shapes.elements(shape)),
        0,
        Shapes.strides(shape),
        cells,
        offset(start),
        strides,
        shape);
  }

  private int offset(long[] start) {
    int offset = 0;
    for (int d = 0; d < start.length; d++) {
      offset += (int) (start[d] - boxStart[d]) * strides[d];
    }
    return offset;
  }

  @Override
  public void close() {
    reader.close();
  }
}
