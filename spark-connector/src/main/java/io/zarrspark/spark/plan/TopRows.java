package io.zarrspark.spark.plan;

import io.zarrspark.spark.plan.CoordinateValues.Order;
import io.zarrspark.spark.plan.PredicateTranslator.CoordinateSource;
import java.util.List;
import java.util.Optional;

/**
 * Where the first rows lie when rows are sorted by dimensions: at the ends of their ranges.
 *
 * <pre>
 *   ORDER BY time DESC, lat LIMIT 5     time  . . . . . [)      last
 *   (4 x 3 x 10 cells)                  lat   [) . .            first: it has 10 cells alone
 * </pre>
 *
 * @param ranges indices per dimension outside of which none of the first rows lies
 * @param areEqual whether all rows within are equal in all sort keys, so that any are the first
 */
public record TopRows(IndexRanges[] ranges, boolean areEqual) {

  /** A dimension that rows are sorted by. */
  public record Key(int dimension, boolean descending) {}

  /**
   * Narrows ranges.
   *
   * @param keys from the most significant on
   * @param rows number of first rows that are wanted
   */
  public static TopRows of(
      IndexRanges[] ranges, List<Key> keys, CoordinateSource coordinates, long rows) {
    IndexRanges[] narrowed = ranges.clone();
    for (Key key : keys) {
      IndexRanges all = narrowed[key.dimension];
      Optional<CoordinateValues> values = coordinates.coordinates(key.dimension);
      if (all.isEmpty() || values.isEmpty()) {
        return new TopRows(narrowed, false);
      }
      if (all.count() > 1) {
        Order order = values.get().order();
        if (order == Order.NONE) {
          return new TopRows(narrowed, false);
        }
        boolean atStart = (order == Order.ASCENDING) != key.descending;
        long perIndex = rowsPerIndex(narrowed, key.dimension);
        long count = perIndex == 0 ? 1 : (rows - 1) / perIndex + 1;
        narrowed[key.dimension] = end(all, Math.max(1, count), atStart, values.get());
      }
      if (narrowed[key.dimension].count() > 1) {
        return new TopRows(narrowed, false);
      }
    }
    return new TopRows(narrowed, true);
  }

  private static long rowsPerIndex(IndexRanges[] ranges, int dimension) {
    long rows = 1;
    for (int d = 0; d < ranges.length; d++) {
      if (d != dimension) {
        rows = BlockPlan.saturatedProduct(rows, ranges[d].count());
      }
    }
    return rows;
  }

  /** So many indices at an end, and those that equal the last of them. */
  private static IndexRanges end(
      IndexRanges all, long count, boolean atStart, CoordinateValues values) {
    long size = all.count();
    long n = Math.min(count, size);
    while (n < size && values.compareAt(nth(all, n - 1, atStart), nth(all, n, atStart)) == 0) {
      n++;
    }
    long last = nth(all, n - 1, atStart);
    return atStart ? all.clip(0, last + 1) : all.clip(last, Long.MAX_VALUE);
  }

  private static long nth(IndexRanges all, long n, boolean atStart) {
    return all.select(atStart ? n : all.count() - 1 - n);
  }
}
