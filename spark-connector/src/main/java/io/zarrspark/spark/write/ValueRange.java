package io.zarrspark.spark.write;

import java.io.Serializable;

/**
 * The range of a variable's values.
 *
 * @param min smallest finite value; above {@code max} if there is none
 * @param max largest finite value
 * @param hasMissing whether there are NULLs or NaNs
 * @param hasInfinity whether there are infinities
 */
record ValueRange(double min, double max, boolean hasMissing, boolean hasInfinity)
    implements Serializable {

  /** Without a finite value. */
  static ValueRange none(boolean hasMissing, boolean hasInfinity) {
    return new ValueRange(
        Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, hasMissing, hasInfinity);
  }

  static ValueRange union(ValueRange a, ValueRange b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return new ValueRange(
        Math.min(a.min, b.min),
        Math.max(a.max, b.max),
        a.hasMissing || b.hasMissing,
        a.hasInfinity || b.hasInfinity);
  }

  boolean isEmpty() {
    return min > max;
  }
}
