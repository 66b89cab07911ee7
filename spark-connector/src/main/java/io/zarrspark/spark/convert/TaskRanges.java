package io.zarrspark.spark.convert;

import java.util.ArrayList;
import java.util.List;

/**
 * Shares the units of a pass out: in ranges, each with a journal, which the same plan always gets;
 * and these over tasks, by the cores there are.
 */
final class TaskRanges {
  private static final long TASK_BYTES = 512L << 20;
  private static final long FEWEST_TASKS = 32;
  private static final long MOST_TASKS = 100_000;

  /** Tasks of every core, so that none waits long for the last. */
  private static final int TASKS_PER_CORE = 2;

  private TaskRanges() {}

  /**
   * Ranges that one task does one after the other, with the same buffers: new ones take a good part
   * of the time of a small task. A task has no more units than the largest range may have.
   *
   * @param cores tasks at a time
   */
  static List<List<TaskRange>> together(List<TaskRange> ranges, List<UnitGrid> arrays, int cores) {
    long share = ranges.size() / ((long) TASKS_PER_CORE * cores);
    List<List<TaskRange>> tasks = new ArrayList<>();
    List<TaskRange> task = List.of();
    long units = 0;
    for (TaskRange range : ranges) {
      UnitGrid grid = arrays.get(range.array());
      units += range.end() - range.first();
      boolean goesOn =
          !task.isEmpty()
              && task.get(0).array() == range.array()
              && task.size() < share
              && units <= TASK_BYTES / unitBytes(grid);
      if (!goesOn) {
        task = new ArrayList<>();
        tasks.add(task);
        units = range.end() - range.first();
      }
      task.add(range);
    }
    return tasks;
  }

  private static long unitBytes(UnitGrid units) {
    return Math.max(
        1, GridShape.saturatedProduct(units.objectsOfUnit(), units.target().objectBytes()));
  }

  static List<TaskRange> of(List<UnitGrid> arrays) {
    List<TaskRange> ranges = new ArrayList<>();
    for (int a = 0; a < arrays.size(); a++) {
      UnitGrid units = arrays.get(a);
      long all = units.units();
      if (all == Long.MAX_VALUE) {
        throw new ConversionException("An array has 2^63 chunks or more");
      }
      long perTask = Math.max(1, Math.min(TASK_BYTES / unitBytes(units), all / FEWEST_TASKS));
      perTask = Math.max(perTask, GridShape.ceilDiv(all, MOST_TASKS));
      for (long first = 0; first < all; first += perTask) {
        ranges.add(new TaskRange(a, first, Math.min(all, first + perTask)));
      }
    }
    return ranges;
  }
}
