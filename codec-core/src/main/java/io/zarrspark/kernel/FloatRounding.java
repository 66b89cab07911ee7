package io.zarrspark.kernel;

import io.zarrspark.type.FloatFormat;

/**
 * Rounds doubles to a narrower format in three plain loops: scale to units in the last place, round
 * to integers, scale back. Exact, because the scales are powers of two and 53 digits hold every
 * intermediate.
 *
 * <p>The exponent has no upper limit here, as IEEE 754 defines overflow on the rounded value;
 * {@link FloatRange} compares it with the largest finite one.
 */
final class FloatRounding {
  /** Far below every format, far above the double exponents whose reciprocal is subnormal. */
  private static final int LEAST_EXPONENT = -300;

  private FloatRounding() {}

  /** Rounds the tile's doubles in place, to the precision and subnormal spacing of a format. */
  static Step to(FloatFormat format, Rounding mode) {
    int mantissaBits = format.precision() - 1;
    // float8_e8m0fnu has no subnormals: its spacing keeps shrinking below the least value.
    int minExponent = format.hasZeroAndSign() ? format.minExponent() : LEAST_EXPONENT;
    // Beyond that everything is out of range, however it is rounded.
    int maxExponent = Math.getExponent(format.maxFinite()) + 1;
    // With one digit of precision both neighbours of a tie are odd: IEEE 754-2019 section 4.3.1
    // then takes the larger magnitude.
    Rounding effective =
        mantissaBits == 0 && mode == Rounding.NEAREST_EVEN ? Rounding.NEAREST_AWAY : mode;
    Step round = toIntegers(effective);
    return (tile, n) -> {
      toUnits(tile.doubles, tile.quanta, n, mantissaBits, minExponent, maxExponent);
      round.run(tile, n);
      fromUnits(tile.doubles, tile.quanta, n);
      return false;
    };
  }

  /** Rounds the tile's doubles in place to integral doubles. */
  static Step toIntegers(Rounding mode) {
    return switch (mode) {
      case NEAREST_EVEN -> (tile, n) -> nearestEven(tile.doubles, n);
      case TOWARDS_ZERO -> (tile, n) -> towardsZero(tile.doubles, n);
      case TOWARDS_POSITIVE -> (tile, n) -> towardsPositive(tile.doubles, n);
      case TOWARDS_NEGATIVE -> (tile, n) -> towardsNegative(tile.doubles, n);
      case NEAREST_AWAY -> (tile, n) -> nearestAway(tile.doubles, n);
    };
  }

  private static void toUnits(
      double[] x, double[] quanta, int n, int mantissaBits, int minExponent, int maxExponent) {
    for (int i = 0; i < n; i++) {
      int exponent = (int) (Double.doubleToRawLongBits(x[i]) >>> 52 & 0x7ff) - 1023;
      int quantum = Math.min(Math.max(exponent, minExponent), maxExponent) - mantissaBits;
      quanta[i] = Double.longBitsToDouble((long) (1023 + quantum) << 52);
      x[i] *= Double.longBitsToDouble((long) (1023 - quantum) << 52);
    }
  }

  private static void fromUnits(double[] x, double[] quanta, int n) {
    for (int i = 0; i < n; i++) {
      x[i] *= quanta[i];
    }
  }

  private static boolean nearestEven(double[] x, int n) {
    for (int i = 0; i < n; i++) {
      x[i] = Math.rint(x[i]);
    }
    return false;
  }

  private static boolean towardsZero(double[] x, int n) {
    for (int i = 0; i < n; i++) {
      x[i] = x[i] < 0 ? Math.ceil(x[i]) : Math.floor(x[i]);
    }
    return false;
  }

  private static boolean towardsPositive(double[] x, int n) {
    for (int i = 0; i < n; i++) {
      x[i] = Math.ceil(x[i]);
    }
    return false;
  }

  private static boolean towardsNegative(double[] x, int n) {
    for (int i = 0; i < n; i++) {
      x[i] = Math.floor(x[i]);
    }
    return false;
  }

  private static boolean nearestAway(double[] x, int n) {
    for (int i = 0; i < n; i++) {
      // floor(|x| + 0.5) would round the sum: 0.49999999999999994 is not 1.
      double magnitude = Math.abs(x[i]);
      double floor = Math.floor(magnitude);
      x[i] = Math.copySign(magnitude - floor >= 0.5 ? floor + 1 : floor, x[i]);
    }
    return false;
  }
}
