package io.zarrspark.spark.aggregate;

/** One loop per function over integers: into one group, and each into its own. */
final class LongLoops {
  private LongLoops() {}

  static long sum(long[] values, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += values[i];
    }
    return sum;
  }

  static long min(long[] values, int n, long start) {
    long min = start;
    for (int i = 0; i < n; i++) {
      min = Math.min(min, values[i]);
    }
    return min;
  }

  static long max(long[] values, int n, long start) {
    long max = start;
    for (int i = 0; i < n; i++) {
      max = Math.max(max, values[i]);
    }
    return max;
  }

  static void addTo(long[] sums, int[] groups, long[] values, int n, long weight) {
    for (int i = 0; i < n; i++) {
      sums[groups[i]] += values[i] * weight;
    }
  }

  static void minTo(long[] mins, int[] groups, long[] values, int n) {
    for (int i = 0; i < n; i++) {
      mins[groups[i]] = Math.min(mins[groups[i]], values[i]);
    }
  }

  static void maxTo(long[] maxs, int[] groups, long[] values, int n) {
    for (int i = 0; i < n; i++) {
      maxs[groups[i]] = Math.max(maxs[groups[i]], values[i]);
    }
  }
}
