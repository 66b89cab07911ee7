package io.zarrspark.spark.aggregate;

import io.zarrspark.chunk.ChunkData;
import java.util.Arrays;
import org.apache.spark.sql.types.DataType;

/** SUM, MIN or MAX of integers. Sums do not overflow: see {@link AggregateTranslator}. */
final class LongAccumulator extends Accumulator {
  private final AggregateFunction function;
  private final long[] values;
  private final long flip;

  /**
   * An accumulator.
   *
   * @param isUnsigned whether the tiles hold unsigned longs with their signs flipped
   */
  LongAccumulator(AggregateFunction function, int groups, boolean isUnsigned) {
    this.function = function;
    this.values = new long[groups];
    this.flip = isUnsigned ? Long.MIN_VALUE : 0;
    if (function != AggregateFunction.SUM) {
      Arrays.fill(values, function == AggregateFunction.MIN ? Long.MAX_VALUE : Long.MIN_VALUE);
    }
  }

  @Override
  void reduce(Tile tile, int group, long weight) {
    long[] from = tile.longs;
    int n = tile.size;
    long value = values[group];
    switch (function) {
      case SUM -> value += LongLoops.sum(from, n) * weight;
      case MIN -> value = LongLoops.min(from, n, value);
      case MAX -> value = LongLoops.max(from, n, value);
      case COUNT -> throw new IllegalStateException("counts are not summed up");
    }
    values[group] = value;
  }

  @Override
  void scatter(Tile tile, long weight) {
    switch (function) {
      case SUM -> LongLoops.addTo(values, tile.groups, tile.longs, tile.size, weight);
      case MIN -> LongLoops.minTo(values, tile.groups, tile.longs, tile.size);
      case MAX -> LongLoops.maxTo(values, tile.groups, tile.longs, tile.size);
      case COUNT -> throw new IllegalStateException("counts are not summed up");
    }
  }

  @Override
  ChunkData results(int[] groups, DataType type) {
    ChunkData results = allocate(type, groups.length);
    for (int i = 0; i < groups.length; i++) {
      results.setStored(i, values[groups[i]] ^ flip);
    }
    return results;
  }
}
