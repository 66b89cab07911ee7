package io.zarrspark.spark.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Fractional numbers of units as microseconds, to the same ones that cftime finds: it multiplies in
 * floats of 64 significant bits, rounds to the nearest integer, ties to even, and takes a result
 * one microsecond from a whole second as rounding noise if the other neighbour is the whole second.
 */
final class CfRounding {
  private static final int SIGNIFICANT_BITS = 64;
  private static final long SECOND = 1_000_000L;

  /** Nearer to a tie or to an integer than this, the 64 bits may decide, below 2^56. */
  private static final double UNCERTAIN = 0x1p-6;

  private CfRounding() {}

  /**
   * Microseconds of a number of units.
   *
   * @param units finite
   * @param factor microseconds of a unit
   * @param towardsSeconds whether the unit is so long that whole seconds are likely
   * @throws ArithmeticException if a long cannot hold them
   */
  static long micros(double units, long factor, boolean towardsSeconds) {
    double high = units * factor;
    if (Math.abs(high) >= 0x1p56) {
      return exactly(units, factor, towardsSeconds);
    }
    // Together high and low are the product, and so are nearest and rest.
    double low = Math.fma(units, (double) factor, -high);
    double rest = high - Math.rint(high) + low;
    double step = Math.rint(rest);
    long nearest = (long) Math.rint(high) + (long) step;
    rest -= step;
    double distance = Math.abs(rest);
    boolean isCertain = distance > UNCERTAIN && distance < 0.5 - UNCERTAIN;
    if (!isCertain && rest != 0) {
      return exactly(units, factor, towardsSeconds);
    }
    return adjusted(nearest, (int) Math.signum(rest), towardsSeconds);
  }

  private static long exactly(double units, long factor, boolean towardsSeconds) {
    BigDecimal product = rounded(new BigDecimal(units).multiply(BigDecimal.valueOf(factor)));
    BigDecimal nearest = product.setScale(0, RoundingMode.HALF_EVEN);
    return adjusted(nearest.longValueExact(), product.subtract(nearest).signum(), towardsSeconds);
  }

  /** Rounded to the significant bits; the value is a binary fraction. */
  private static BigDecimal rounded(BigDecimal value) {
    // Times a power of two that makes it an integer, which every binary fraction has.
    int fractionBits = Math.max(0, value.scale());
    BigInteger scaled =
        value.multiply(new BigDecimal(BigInteger.TWO.pow(fractionBits))).toBigIntegerExact();
    int excess = scaled.abs().bitLength() - SIGNIFICANT_BITS;
    if (excess <= 0) {
      return value;
    }
    BigDecimal unit = new BigDecimal(BigInteger.TWO.pow(excess));
    return new BigDecimal(scaled)
        .divide(unit)
        .setScale(0, RoundingMode.HALF_EVEN)
        .multiply(unit)
        .divide(new BigDecimal(BigInteger.TWO.pow(fractionBits)));
  }

  /**
   * Steps to the neighbour on the other side of the exact value where that is a whole second.
   *
   * @param side the sign of the exact value less the nearest integer
   */
  private static long adjusted(long nearest, int side, boolean towardsSeconds) {
    if (!towardsSeconds) {
      return nearest;
    }
    long phase = Math.floorMod(nearest, SECOND);
    if (phase == 1 && side < 0) {
      return nearest - 1;
    }
    return phase == SECOND - 1 && side > 0 ? nearest + 1 : nearest;
  }
}
