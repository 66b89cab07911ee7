package io.zarrspark.spark.aggregate;

import io.zarrspark.chunk.ChunkData;
import java.util.Arrays;
import org.apache.spark.sql.types.DataType;

/** How many cells each group has. */
final class CountAccumulator extends Accumulator {
  private final long[] counts;

  CountAccumulator(int groups) {
    counts = new long[groups];
  }

  @Override
  void reduce(Tile tile, int group, long weight) {
    counts[group] += tile.size * weight;
  }

  @Override
  void scatter(Tile tile, long weight) {
    for (int i = 0; i < tile.size; i++) {
      counts[tile.groups[i]] += weight;
    }
  }

  /** The groups that have cells. */
  int[] filled() {
    int[] groups = new int[counts.length];
    int n = 0;
    for (int g = 0; g < counts.length; g++) {
      if (counts[g] != 0) {
        groups[n++] = g;
      }
    }
    return Arrays.copyOf(groups, n);
  }

  /** Which of some groups have no cell; null if all have. */
  boolean[] empty(int[] groups) {
    boolean[] empty = null;
    for (int i = 0; i < groups.length; i++) {
      if (counts[groups[i]] == 0) {
        empty = empty == null ? new boolean[groups.length] : empty;
        empty[i] = true;
      }
    }
    return empty;
  }

  @Override
  ChunkData results(int[] groups, DataType type) {
    long[] results = new long[groups.length];
    for (int i = 0; i < results.length; i++) {
      results[i] = counts[groups[i]];
    }
    return new ChunkData.Longs(results);
  }
}
