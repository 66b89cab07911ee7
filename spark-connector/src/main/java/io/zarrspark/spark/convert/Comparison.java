package io.zarrspark.spark.convert;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What a comparison of cells has found.
 *
 * @param cells cells compared
 * @param differing those that differ
 * @param maxDifference the greatest difference of two numbers
 * @param first the first that differ, told with their index and both values
 */
record Comparison(long cells, long differing, double maxDifference, List<String> first)
    implements Serializable {
  /** How many are told. */
  static final int TOLD = 10;

  static final Comparison NONE = new Comparison(0, 0, 0, List.of());

  /** Both, this one's cells before the other's. */
  Comparison plus(Comparison other) {
    List<String> told = new ArrayList<>(first);
    for (int i = 0; i < other.first.size() && told.size() < TOLD; i++) {
      told.add(other.first.get(i));
    }
    return new Comparison(
        cells + other.cells,
        differing + other.differing,
        Math.max(maxDifference, other.maxDifference),
        told);
  }
}
