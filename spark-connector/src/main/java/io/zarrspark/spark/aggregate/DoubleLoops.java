package io.zarrspark.spark.aggregate;

/**
 * One loop per function over floats: into one group, and each into its own. NaN is the greatest
 * value: a minimum starts from it and leaves it for anything else, a maximum keeps it.
 */
final class DoubleLoops {
  private DoubleLoops() {}

  /** Eight sums side by side: each addition waits for the one before it. */
  static double sum(double[] values, int n) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int i = 0;
    for (; i + 8 <= n; i += 8) {
      s0 += values[i];
      s1 += values[i + 1];
      s2 += values[i + 2];
      s3 += values[i + 3];
      s4 += values[i + 4];
      s5 += values[i + 5];
      s6 += values[i + 6];
      s7 += values[i + 7];
    }
    for (; i < n; i++) {
      s0 += values[i];
    }
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
  }

  static double min(double[] values, int n, double start) {
    double m0 = start;
    double m1 = start;
    double m2 = start;
    double m3 = start;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      m0 = lesser(m0, values[i]);
      m1 = lesser(m1, values[i + 1]);
      m2 = lesser(m2, values[i + 2]);
      m3 = lesser(m3, values[i + 3]);
    }
    for (; i < n; i++) {
      m0 = lesser(m0, values[i]);
    }
    return lesser(lesser(m0, m1), lesser(m2, m3));
  }

  static double max(double[] values, int n, double start) {
    double m0 = start;
    double m1 = start;
    double m2 = start;
    double m3 = start;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      m0 = greater(m0, values[i]);
      m1 = greater(m1, values[i + 1]);
      m2 = greater(m2, values[i + 2]);
      m3 = greater(m3, values[i + 3]);
    }
    for (; i < n; i++) {
      m0 = greater(m0, values[i]);
    }
    return greater(greater(m0, m1), greater(m2, m3));
  }

  static void addTo(double[] sums, int[] groups, double[] values, int n, double weight) {
    for (int i = 0; i < n; i++) {
      sums[groups[i]] += values[i] * weight;
    }
  }

  static void minTo(double[] mins, int[] groups, double[] values, int n) {
    for (int i = 0; i < n; i++) {
      mins[groups[i]] = lesser(mins[groups[i]], values[i]);
    }
  }

  static void maxTo(double[] maxs, int[] groups, double[] values, int n) {
    for (int i = 0; i < n; i++) {
      maxs[groups[i]] = greater(maxs[groups[i]], values[i]);
    }
  }

  static double lesser(double a, double b) {
    return b < a || a != a ? b : a;
  }

  static double greater(double a, double b) {
    return b > a || b != b ? b : a;
  }
}
