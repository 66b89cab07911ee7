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
    List<List<TaskRange>> tasks = new ArrayList<>();
    for (int start = 0, end = 0; start < ranges.size(); start = end) {
      int array = ranges.get(start).array();
      while (end < ranges.size() && ranges.get(end).array() == array) {
        end++;
      }
      long most = Math.max(1, TASK_BYTES / unitBytes(arrays.get(array)) / units(ranges.get(start)));
      long share = GridShape.ceilDiv((long) TASKS_PER_CORE * cores * (end - start), ranges.size());
      long count = Math.max(share, GridShape.ceilDiv(end - start, most));
      if (count >= cores) {
        // All cores end at about the same time.
        count = GridShape.ceilDiv(count, cores) * cores;
      }
      count = Math.min(count, end - start);
      for (long task = 0; task < count; task++) {
        int from = start + (int) (task * (end - start) / count);
        int to = start + (int) ((task + 1) * (end - start) / count);
        tasks.add(List.copyOf(ranges.subList(from, to)));
      }
    }
    return tasks;
  }

  private static long units(TaskRange range) {
    return range.end() - range.first();
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
