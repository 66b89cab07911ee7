package io.zarrspark.spark.aggregate;

import io.zarrspark.chunk.ChunkData;
import java.util.Arrays;
import org.apache.spark.sql.types.DataType;

/**
 * SUM, MIN or MAX of floats, in double: exact for MIN and MAX. NaN is greater than all else, as
 * Spark has it.
 */
final class DoubleAccumulator extends Accumulator {
  private final AggregateFunction function;
  private final double[] values;

  DoubleAccumulator(AggregateFunction function, int groups) {
    this.function = function;
    this.values = new double[groups];
    if (function != AggregateFunction.SUM) {
      Arrays.fill(
          values, function == AggregateFunction.MIN ? Double.NaN : Double.NEGATIVE_INFINITY);
    }
  }

  @Override
  void reduce(Tile tile, int group, long weight) {
    values[group] =
        tile.floats == null
            ? reduce(tile.doubles, tile.size, values[group], weight)
            : reduce(tile.floats, tile.firstFloat, tile.size, values[group], weight);
  }

  private double reduce(double[] from, int n, double value, long weight) {
    return switch (function) {
      case SUM -> value + DoubleLoops.sum(from, n) * weight;
      case MIN -> DoubleLoops.min(from, n, value);
      case MAX -> DoubleLoops.max(from, n, value);
      case COUNT -> throw new IllegalStateException("counts are not summed up");
    };
  }

  private double reduce(float[] from, int first, int n, double value, long weight) {
    return switch (function) {
      case SUM -> value + FloatLoops.sum(from, first, n) * weight;
      case MIN -> FloatLoops.min(from, first, n, value);
      case MAX -> FloatLoops.max(from, first, n, value);
      case COUNT -> throw new IllegalStateException("counts are not summed up");
    };
  }

  @Override
  void scatter(Tile tile, long weight) {
    switch (function) {
      case SUM -> DoubleLoops.addTo(values, tile.groups, tile.doubles, tile.size, weight);
      case MIN -> DoubleLoops.minTo(values, tile.groups, tile.doubles, tile.size);
      case MAX -> DoubleLoops.maxTo(values, tile.groups, tile.doubles, tile.size);
      case COUNT -> throw new IllegalStateException("counts are not summed up");
    }
  }

  @Override
  ChunkData results(int[] groups, DataType type) {
    ChunkData results = allocate(type, groups.length);
    for (int i = 0; i < groups.length; i++) {
      double value = values[groups[i]];
      results.setStored(
          i,
          results instanceof ChunkData.Floats
              ? Float.floatToRawIntBits((float) value)
              : Double.doubleToRawLongBits(value));
    }
    return results;
  }
}
