package io.zarrspark.codec;

import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * {@code scale_offset} on one float type, then the rounding to an integer: the code of a number,
 * and how far what is decoded can be from it.
 *
 * <p>With the unit roundoff {@code u}, every operation errs by a factor of at most {@code 1 + u}: a
 * number {@code x} has the code {@code c}, at most a half from {@code (x - offset)(1 + d1) * scale
 * * (1 + d2)}, and comes back as {@code (c / scale * (1 + d3) + offset)(1 + d4)}. Without offset
 * {@code d1} and {@code d4} are zero, and with a power of two as scale {@code d2} and {@code d3}.
 * Where results are subnormal, a product or quotient errs by at most the least subnormal instead.
 *
 * @param type float32 or float64
 * @param offset a number of the type; 0 for none
 * @param scale a positive number of the type
 */
record FloatSteps(NumberType type, double offset, double scale) {
  /** Rounded up: what is computed here are bounds. */
  private static final MathContext UP = new MathContext(40, RoundingMode.UP);

  /** The code of a number of the type before it is cast, by the type's own arithmetic. */
  double code(double number) {
    if (type == NumberType.FLOAT32) {
      float shifted = offset == 0 ? (float) number : (float) number - (float) offset;
      return Math.rint(shifted * (float) scale);
    }
    double shifted = offset == 0 ? number : number - offset;
    return Math.rint(shifted * scale);
  }

  /** No number of a range comes back with a larger error. */
  BigDecimal errorBound(double min, double max) {
    BigDecimal step = BigDecimal.ONE.divide(new BigDecimal(scale), UP);
    return step.divide(BigDecimal.valueOf(2), UP).add(roundingBound(min, max, step), UP);
  }

  /** What of it is due to the arithmetic, for a step between codes. */
  BigDecimal roundingBound(double min, double max, BigDecimal step) {
    BigDecimal unit = unitRoundoff(type);
    BigDecimal least = new BigDecimal(type.floatFormat().minPositive());
    BigDecimal shift = offset == 0 ? BigDecimal.ZERO : unit;
    BigDecimal product = isPowerOfTwo() ? BigDecimal.ZERO : unit;
    BigDecimal distance = distance(min, offset).max(distance(max, offset));
    // (1 + d1)(1 + d2)(1 + d3) - 1
    BigDecimal factor =
        BigDecimal.ONE
            .add(shift)
            .multiply(BigDecimal.ONE.add(product).pow(2))
            .subtract(BigDecimal.ONE);
    BigDecimal beforeOffset =
        distance
            .multiply(factor, UP)
            .add(step.multiply(product, UP), UP)
            .add(least.multiply(step, UP), UP)
            .add(least, UP);
    BigDecimal largest = new BigDecimal(min).abs().max(new BigDecimal(max).abs());
    BigDecimal decoded = largest.add(beforeOffset, UP).add(step, UP);
    return beforeOffset.add(decoded.multiply(shift, UP), UP);
  }

  private static BigDecimal distance(double number, double offset) {
    return new BigDecimal(number).subtract(new BigDecimal(offset)).abs();
  }

  private boolean isPowerOfTwo() {
    return scale == Math.scalb(1.0, Math.getExponent(scale));
  }

  static BigDecimal unitRoundoff(NumberType type) {
    return new BigDecimal(Math.scalb(1.0, -type.floatFormat().precision()));
  }

  /** The least number of the type that is no smaller; infinite if there is none. */
  static double roundUp(NumberType type, BigDecimal number) {
    double nearest = type.floatFormat().nearest(number);
    if (Math.abs(nearest) > type.floatFormat().maxFinite()) {
      return Double.POSITIVE_INFINITY;
    }
    if (new BigDecimal(nearest).compareTo(number) >= 0) {
      return nearest;
    }
    return type == NumberType.FLOAT32 ? Math.nextUp((float) nearest) : Math.nextUp(nearest);
  }

  static NumberScalar scalar(NumberType type, double number) {
    return new NumberScalar(type, type.floatFormat().toPattern(number));
  }
}
