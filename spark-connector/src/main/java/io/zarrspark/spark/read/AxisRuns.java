package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.IndexRanges;
import java.util.Arrays;

/**
 * The wanted indices of one dimension within a box of cells, as runs: from where each starts in the
 * box to where it starts among the wanted ones.
 *
 * <pre>
 *   box      . [---) . . [-) .      starts 1, 5   lengths 2, 1
 *   wanted     [---)[-)             targets 0, 2  count 3
 * </pre>
 */
record AxisRuns(int[] starts, int[] targets, int[] lengths, int count) {

  /** The wanted ones of the indices [start, end). */
  static AxisRuns of(IndexRanges ranges, long start, long end) {
    IndexRanges clipped = ranges.clip(start, end);
    int[] starts = new int[clipped.size()];
    int[] targets = new int[clipped.size()];
    int[] lengths = new int[clipped.size()];
    int count = 0;
    for (int i = 0; i < starts.length; i++) {
      starts[i] = (int) (clipped.from(i) - start);
      lengths[i] = (int) (clipped.to(i) - clipped.from(i));
      targets[i] = count;
      count += lengths[i];
    }
    return new AxisRuns(starts, targets, lengths, count);
  }

  int size() {
    return starts.length;
  }

  /** All of so many indices of a dimension along which the source does not vary. */
  static AxisRuns constant(int count) {
    return new AxisRuns(new int[1], new int[1], new int[] {count}, count);
  }

  /**
   * The parts of these runs within [from, to) of the box, their starts counted from {@code from};
   * their targets stay.
   */
  AxisRuns within(long from, long to) {
    int[] newStarts = new int[starts.length];
    int[] newTargets = new int[starts.length];
    int[] newLengths = new int[starts.length];
    int size = 0;
    int total = 0;
    for (int i = 0; i < starts.length; i++) {
      long start = Math.max(from, starts[i]);
      long end = Math.min(to, (long) starts[i] + lengths[i]);
      if (start < end) {
        newStarts[size] = (int) (start - from);
        newTargets[size] = targets[i] + (int) (start - starts[i]);
        newLengths[size] = (int) (end - start);
        total += newLengths[size];
        size++;
      }
    }
    return new AxisRuns(
        Arrays.copyOf(newStarts, size),
        Arrays.copyOf(newTargets, size),
        Arrays.copyOf(newLengths, size),
        total);
  }
}
