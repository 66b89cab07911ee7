package io.zarrspark.spark.convert;

import java.io.Serializable;

/**
 * The range of numbers.
 *
 * @param min the least that is no NaN; positive infinity if there is none
 * @param max the greatest
 * @param hasNaN whether a NaN is among them
 */
record ValueExtent(double min, double max, boolean hasNaN) implements Serializable {
  static final ValueExtent NONE =
      new ValueExtent(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, false);

  static ValueExtent of(double value) {
    return value != value
        ? new ValueExtent(NONE.min, NONE.max, true)
        : new ValueExtent(value, value, false);
  }

  ValueExtent plus(ValueExtent other) {
    return new ValueExtent(
        Math.min(min, other.min), Math.max(max, other.max), hasNaN || other.hasNaN);
  }

  /** Whether there is no number but NaN. */
  boolean isEmpty() {
    return min > max;
  }
}
