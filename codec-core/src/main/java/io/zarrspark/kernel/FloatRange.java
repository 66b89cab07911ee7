package io.zarrspark.kernel;

import io.zarrspark.type.FloatFormat;

/** Checks doubles already rounded to a format against its range, and its special values. */
final class FloatRange {
  private FloatRange() {}

  /**
   * Replaces the tile's doubles by values of the format.
   *
   * <p>NaN and infinities need a counterpart whatever the rule says; a number beyond the largest
   * finite one becomes, when clamped, infinity where the format has it, else the largest.
   */
  static Step of(FloatFormat format, boolean clamp) {
    boolean nan = format.hasNaN();
    boolean infinity = format.hasInfinity();
    double max = format.maxFinite();
    double clamped = infinity ? Double.POSITIVE_INFINITY : max;
    if (!format.hasZeroAndSign()) {
      double min = format.minPositive();
      return (tile, n) -> positive(tile.doubles, n, min, max, clamp);
    }
    boolean negativeZero = format.hasNegativeZero();
    return (tile, n) -> {
      boolean bad = range(tile.doubles, n, max, clamped, clamp, nan, infinity);
      if (!negativeZero) {
        positiveZero(tile.doubles, n);
      }
      return bad;
    };
  }

  private static boolean range(
      double[] x, int n, double max, double clamped, boolean clamp, boolean nan, boolean infinity) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      double value = x[i];
      double magnitude = Math.abs(value);
      boolean infinite = magnitude == Double.POSITIVE_INFINITY;
      boolean beyond = magnitude > max & !infinite;
      bad |= (beyond & !clamp) | (infinite & !infinity) | (value != value & !nan);
      x[i] = beyond ? Math.copySign(clamped, value) : value;
    }
    return bad;
  }

  /** The range of float8_e8m0fnu, which has neither zero nor negative numbers nor infinity. */
  private static boolean positive(double[] x, int n, double min, double max, boolean clamp) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      double value = x[i];
      boolean infinite = Math.abs(value) == Double.POSITIVE_INFINITY;
      bad |= infinite | ((value < min | value > max) & !clamp);
      x[i] = value < min ? min : value > max ? max : value;
    }
    return bad;
  }

  private static void positiveZero(double[] x, int n) {
    for (int i = 0; i < n; i++) {
      x[i] += 0.0;
    }
  }
}
