package io.zarrspark.spark.aggregate;

/**
 * The loops of {@link DoubleLoops} into one group over floats where they were decoded: widening
 * them on the way spares the copy into a tile, which costs more than the sum.
 */
final class FloatLoops {
  private FloatLoops() {}

  /**
   * Eight sums side by side, added up as {@link DoubleLoops#sum} does: the results are the same.
   */
  static double sum(float[] values, int from, int n) {
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
      s0 += values[from + i];
      s1 += values[from + i + 1];
      s2 += values[from + i + 2];
      s3 += values[from + i + 3];
      s4 += values[from + i + 4];
      s5 += values[from + i + 5];
      s6 += values[from + i + 6];
      s7 += values[from + i + 7];
    }
    for (; i < n; i++) {
      s0 += values[from + i];
    }
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
  }

  static double min(float[] values, int from, int n, double start) {
    double m0 = start;
    double m1 = start;
    double m2 = start;
    double m3 = start;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      m0 = DoubleLoops.lesser(m0, values[from + i]);
      m1 = DoubleLoops.lesser(m1, values[from + i + 1]);
      m2 = DoubleLoops.lesser(m2, values[from + i + 2]);
      m3 = DoubleLoops.lesser(m3, values[from + i + 3]);
    }
    for (; i < n; i++) {
      m0 = DoubleLoops.lesser(m0, values[from + i]);
    }
    return DoubleLoops.lesser(DoubleLoops.lesser(m0, m1), DoubleLoops.lesser(m2, m3));
  }

  static double max(float[] values, int from, int n, double start) {
    double m0 = start;
    double m1 = start;
    double m2 = start;
    double m3 = start;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      m0 = DoubleLoops.greater(m0, values[from + i]);
      m1 = DoubleLoops.greater(m1, values[from + i + 1]);
      m2 = DoubleLoops.greater(m2, values[from + i + 2]);
      m3 = DoubleLoops.greater(m3, values[from + i + 3]);
    }
    for (; i < n; i++) {
      m0 = DoubleLoops.greater(m0, values[from + i]);
    }
    return DoubleLoops.greater(DoubleLoops.greater(m0, m1), DoubleLoops.greater(m2, m3));
  }
}
