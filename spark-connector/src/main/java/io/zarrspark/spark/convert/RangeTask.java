package io.zarrspark.spark.convert;

import io.zarrspark.BlockSink;
import io.zarrspark.BoxReader;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.spark.io.Stores;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/** Finds the range of the cells of a float array, on an executor. */
final class RangeTask implements Function<TaskRange, ValueExtent> {
  private static final long serialVersionUID = 1L;
  private static final int TILE = 4096;

  private final String location;
  private final List<String> paths;
  private final List<UnitGrid> units;
  private final Broadcast<SerializableConfiguration> configuration;
  private final ProgressCounters progress;

  RangeTask(
      String location,
      List<String> paths,
      List<UnitGrid> units,
      Broadcast<SerializableConfiguration> configuration,
      ProgressCounters progress) {
    this.location = location;
    this.paths = paths;
    this.units = units;
    this.configuration = configuration;
    this.progress = progress;
  }

  @Override
  public ValueExtent call(TaskRange range) throws IOException {
    Configuration conf = configuration.value().value();
    UnitGrid grid = units.get(range.array());
    ZarrArray array = ZarrArray.open(Stores.open(location, conf), paths.get(range.array()));
    Extremes extremes = new Extremes((NumberType) array.dataType());
    try (BoxReader reader = new BoxReader(array)) {
      for (long unit = range.first(); unit < range.end(); unit++) {
        if (TaskContext.get().isInterrupted()) {
          throw new InterruptedIOException("the task was stopped");
        }
        long[] start = grid.position(unit);
        long[] extent = new long[start.length];
        for (int d = 0; d < start.length; d++) {
          start[d] *= grid.extent(d);
          extent[d] = Math.min(grid.extent(d), grid.target().shape()[d] - start[d]);
        }
        long before = reader.fetchedBytes();
        reader.read(start, extent, extremes);
        progress.add(1, reader.fetchedBytes() - before, 0);
      }
    }
    return extremes.extent;
  }

  private static final class Extremes implements BlockSink {
    private final NumberType type;
    private final double[] tile = new double[TILE];
    private ValueExtent extent = ValueExtent.NONE;

    Extremes(NumberType type) {
      this.type = type;
    }

    @Override
    public void stored(long[] start, int[] part, ChunkData block, int[] blockShape, int offset) {
      int[] strides = Shapes.strides(blockShape);
      int last = part.length - 1;
      int line = part.length == 0 ? 1 : part[last];
      int[] lines = part.clone();
      if (lines.length > 0) {
        lines[last] = 1;
      }
      int[] position = new int[part.length];
      do {
        int at = offset;
        for (int d = 0; d < position.length; d++) {
          at += position[d] * strides[d];
        }
        line(block, at, line);
      } while (Shapes.next(position, lines));
    }

    private void line(ChunkData block, int from, int cells) {
      double min = Double.POSITIVE_INFINITY;
      double max = Double.NEGATIVE_INFINITY;
      boolean hasNaN = false;
      for (int at = 0; at < cells; at += TILE) {
        int n = Math.min(TILE, cells - at);
        NumberTiles.load(block, type, from + at, tile, n);
        for (int i = 0; i < n; i++) {
          double value = tile[i];
          if (value < min) {
            min = value;
          }
          if (value > max) {
            max = value;
          }
          hasNaN |= value != value;
        }
      }
      extent = extent.plus(new ValueExtent(min, max, hasNaN));
    }

    @Override
    public void absent(long[] start, long[] part, FillValue value) {
      extent = extent.plus(ValueExtent.of(((NumberScalar) value.scalar()).doubleValue()));
    }
  }
}
