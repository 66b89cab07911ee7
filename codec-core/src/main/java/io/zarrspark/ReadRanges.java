package io.zarrspark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Merges the byte ranges wanted of one object into few requests.
 *
 * <p>Neighbours are merged over the smallest gaps first, as long as the gaps together are at most a
 * tenth of the wanted bytes: a box of a shard never costs more than 1.1 times its bytes. If all
 * that is stored is wanted, one request fetches it.
 */
final class ReadRanges {
  /** Bytes [start, end) of an object. */
  record Range(long start, long end) {
    long length() {
      return end - start;
    }
  }

  /** A request stays below the size of a Java array by far. */
  private static final long MAX_REQUEST = 1L << 30;

  private ReadRanges() {}

  /**
   * The requests, in order, that cover the ranges.
   *
   * @param wanted ranges in any order; they may touch or overlap
   * @param everything whether nothing but these is stored in the object
   */
  static List<Range> merge(List<Range> wanted, boolean everything) {
    List<Range> sorted = new ArrayList<>(wanted);
    sorted.removeIf(range -> range.length() == 0);
    sorted.sort(Comparator.comparingLong(Range::start).thenComparingLong(Range::end));
    long bytes = sorted.stream().mapToLong(Range::length).sum();
    long allowedGap = allowedGap(sorted, everything ? bytes : bytes / 10);
    List<Range> requests = new ArrayList<>();
    for (Range range : sorted) {
      Range last = requests.isEmpty() ? null : requests.get(requests.size() - 1);
      if (last != null
          && range.start - last.end <= allowedGap
          && range.end - last.start <= MAX_REQUEST) {
        requests.set(requests.size() - 1, new Range(last.start, Math.max(last.end, range.end)));
      } else {
        requests.add(range);
      }
    }
    return requests;
  }

  /** The largest gap such that all gaps up to it fit in the budget. */
  private static long allowedGap(List<Range> sorted, long budget) {
    long[] gaps = new long[Math.max(0, sorted.size() - 1)];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = Math.max(0, sorted.get(i + 1).start - sorted.get(i).end);
    }
    Arrays.sort(gaps);
    long total = 0;
    long allowed = 0;
    for (int i = 0; i < gaps.length; ) {
      // Gaps of one size are taken together, as merging cannot tell them apart.
      long size = gaps[i];
      long count = 0;
      while (i < gaps.length && gaps[i] == size) {
        count++;
        i++;
      }
      total += size * count;
      if (total > budget) {
        return allowed;
      }
      allowed = size;
    }
    return allowed;
  }
}
