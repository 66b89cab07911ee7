package io.zarrspark.spark.convert;

import java.util.ArrayList;
import java.util.List;

/**
 * Shares the units of a pass out over tasks: enough tasks for all cores and for a progress that is
 * seen, none so long that much is lost with it. The same plan always gets the same tasks.
 */
final class TaskRanges {
  private static final long TASK_BYTES = 512L << 20;
  private static final long FEWEST_TASKS = 32;
  private static final long MOST_TASKS = 100_000;

  private TaskRanges() {}

  static List<TaskRange> of(List<UnitGrid> arrays) {
    List<TaskRange> ranges = new ArrayList<>();
    for (int a = 0; a < arrays.size(); a++) {
      UnitGrid units = arrays.get(a);
      long all = units.units();
      if (all == Long.MAX_VALUE) {
        throw new ConversionException("An array has 2^63 chunks or more");
      }
      long unitBytes =
          Math.max(
              1, GridShape.saturatedProduct(units.objectsOfUnit(), units.target().objectBytes()));
      long perTask = Math.max(1, Math.min(TASK_BYTES / unitBytes, all / FEWEST_TASKS));
      perTask = Math.max(perTask, GridShape.ceilDiv(all, MOST_TASKS));
      for (long first = 0; first < all; first += perTask) {
        ranges.add(new TaskRange(a, first, Math.min(all, first + perTask)));
      }
    }
    return ranges;
  }
}
