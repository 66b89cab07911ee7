package io.zarrspark.type;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The shape of a binary floating-point format: what its bit patterns mean and which values exist.
 *
 * <p>Source: the table of {@code zarr-extensions} data types and OCP/IEEE definitions of the small
 * formats.
 */
public enum FloatFormat {
  FLOAT4_E2M1FN(2, 1, 1, Specials.FINITE),
  FLOAT6_E2M3FN(2, 3, 1, Specials.FINITE),
  FLOAT6_E3M2FN(3, 2, 3, Specials.FINITE),
  FLOAT8_E3M4(3, 4, 3, Specials.IEEE),
  FLOAT8_E4M3(4, 3, 7, Specials.IEEE),
  FLOAT8_E4M3B11FNUZ(4, 3, 11, Specials.FNUZ),
  FLOAT8_E4M3FNUZ(4, 3, 8, Specials.FNUZ),
  FLOAT8_E5M2(5, 2, 15, Specials.IEEE),
  FLOAT8_E5M2FNUZ(5, 2, 16, Specials.FNUZ),
  FLOAT8_E8M0FNU(8, 0, 127, Specials.FNU),
  BFLOAT16(8, 7, 127, Specials.IEEE),
  FLOAT16(5, 10, 15, Specials.IEEE),
  FLOAT32(8, 23, 127, Specials.IEEE),
  FLOAT64(11, 52, 1023, Specials.IEEE);

  /** Which patterns are not finite numbers. */
  private enum Specials {
    /** Infinities and NaNs in the largest exponent. */
    IEEE,
    /** Every pattern is a finite number. */
    FINITE,
    /** One NaN where -0 would be; no infinity, no -0. */
    FNUZ,
    /** Powers of two only: no sign, no zero; all ones is NaN. */
    FNU
  }

  private final int exponentBits;
  private final int mantissaBits;
  private final int bias;
  private final Specials specials;
  private final double maxFinite;
  private final double minPositive;

  FloatFormat(int exponentBits, int mantissaBits, int bias, Specials specials) {
    this.exponentBits = exponentBits;
    this.mantissaBits = mantissaBits;
    this.bias = bias;
    this.specials = specials;
    long largest =
        switch (specials) {
          case IEEE -> (((1L << exponentBits) - 1) << mantissaBits) - 1;
          case FINITE, FNUZ -> (1L << (exponentBits + mantissaBits)) - 1;
          case FNU -> 0xfe;
        };
    this.maxFinite = magnitude(largest);
    this.minPositive = magnitude(specials == Specials.FNU ? 0 : 1);
  }

  /** Number of significant binary digits, the implicit one included. */
  public int precision() {
    return mantissaBits + 1;
  }

  /**
   * Exponent of the smallest normal value, or for {@link #FLOAT8_E8M0FNU} of the smallest value.
   */
  public int minExponent() {
    return specials == Specials.FNU ? -bias : 1 - bias;
  }

  public double maxFinite() {
    return maxFinite;
  }

  /** The smallest value above zero. */
  public double minPositive() {
    return minPositive;
  }

  public boolean hasInfinity() {
    return specials == Specials.IEEE;
  }

  public boolean hasNaN() {
    return specials != Specials.FINITE;
  }

  public boolean hasNegativeZero() {
    return specials == Specials.IEEE || specials == Specials.FINITE;
  }

  /** Whether zero and negative numbers exist; they do not in {@link #FLOAT8_E8M0FNU}. */
  public boolean hasZeroAndSign() {
    return specials != Specials.FNU;
  }

  /** The pattern written for {@code "NaN"}; only meaningful if {@link #hasNaN()}. */
  public long canonicalNaN() {
    return switch (specials) {
      case IEEE -> (((1L << exponentBits) - 1) << mantissaBits) | (1L << (mantissaBits - 1));
      case FNUZ -> 0x80;
      case FNU -> 0xff;
      case FINITE -> throw new IllegalStateException(this + " has no NaN");
    };
  }

  /** The exact value of a pattern, as a double (every format here is a subset of binary64). */
  public double toDouble(long pattern) {
    if (this == FLOAT64) {
      return Double.longBitsToDouble(pattern);
    }
    if (this == FLOAT32) {
      return Float.intBitsToFloat((int) pattern);
    }
    if (isNaN(pattern)) {
      return Double.NaN;
    }
    if (specials == Specials.FNU) {
      return magnitude(pattern);
    }
    long sign = pattern >>> (exponentBits + mantissaBits);
    long absolute = pattern & ((1L << (exponentBits + mantissaBits)) - 1);
    double value =
        hasInfinity() && absolute == infinity() ? Double.POSITIVE_INFINITY : magnitude(absolute);
    return sign == 0 ? value : -value;
  }

  public boolean isNaN(long pattern) {
    return switch (specials) {
      case IEEE -> (pattern & ((1L << (exponentBits + mantissaBits)) - 1)) > infinity();
      case FNUZ -> pattern == 0x80;
      case FNU -> pattern == 0xff;
      case FINITE -> false;
    };
  }

  /**
   * The pattern of a value that exists in this format: a number already rounded to it, or a NaN or
   * infinity the format has. NaNs become {@link #canonicalNaN()}.
   */
  public long toPattern(double value) {
    if (this == FLOAT64) {
      return Double.doubleToLongBits(value);
    }
    if (this == FLOAT32) {
      return Float.floatToIntBits((float) value) & 0xffffffffL;
    }
    if (value != value) {
      return canonicalNaN();
    }
    long bits = Double.doubleToRawLongBits(value);
    if (specials == Specials.FNU) {
      return Math.getExponent(value) + bias;
    }
    long sign = (bits >>> 63) << (exponentBits + mantissaBits);
    double absolute = Math.abs(value);
    if (absolute > maxFinite) {
      return sign | infinity();
    }
    if (absolute == 0) {
      return hasNegativeZero() ? sign : 0;
    }
    int exponent = Math.max(Math.getExponent(absolute), minExponent());
    // Exact: the value is a multiple of the quantum of its exponent.
    long significand = (long) Math.scalb(absolute, mantissaBits - exponent);
    long implicit = 1L << mantissaBits;
    return significand < implicit
        ? sign | significand
        : sign | ((long) (exponent + bias) << mantissaBits) | (significand - implicit);
  }

  /**
   * The value nearest to an exact decimal, ties to even (to the larger magnitude with one digit of
   * precision, IEEE 754-2019 section 4.3.1), as a double of any exponent: the caller compares with
   * {@link #maxFinite()}. One rounding only, never through a wider binary format.
   *
   * @return infinity if the decimal is far above every format, zero if far below
   */
  public double nearest(BigDecimal decimal) {
    if (decimal.signum() == 0) {
      return 0;
    }
    // Guards BigDecimal's exact arithmetic against literals such as 1e999999999.
    long leadingDigit = (long) decimal.precision() - decimal.scale();
    if (leadingDigit > 400) {
      return decimal.signum() * Double.POSITIVE_INFINITY;
    }
    if (leadingDigit < -400) {
      return decimal.signum() * 0.0;
    }
    if (this == FLOAT64) {
      return Double.parseDouble(decimal.toString());
    }
    if (this == FLOAT32) {
      return Float.parseFloat(decimal.toString());
    }
    int exponent = Math.getExponent(decimal.doubleValue());
    if (hasZeroAndSign()) {
      exponent = Math.max(exponent, minExponent());
    }
    int quantum = exponent - mantissaBits;
    BigDecimal scaled =
        quantum <= 0
            ? decimal.multiply(BigDecimal.valueOf(2).pow(-quantum))
            : decimal.multiply(new BigDecimal("0.5").pow(quantum));
    RoundingMode ties = mantissaBits == 0 ? RoundingMode.HALF_UP : RoundingMode.HALF_EVEN;
    double magnitude = Math.scalb(scaled.abs().setScale(0, ties).doubleValue(), quantum);
    // What rounds to zero keeps its sign, which BigDecimal's zero has not.
    return decimal.signum() < 0 ? -magnitude : magnitude;
  }

  private long infinity() {
    return ((1L << exponentBits) - 1) << mantissaBits;
  }

  /** The value of a finite pattern without its sign bit. */
  private double magnitude(long pattern) {
    long exponent = pattern >>> mantissaBits;
    long mantissa = pattern & ((1L << mantissaBits) - 1);
    if (specials == Specials.FNU) {
      return Math.scalb(1.0, (int) exponent - bias);
    }
    return exponent == 0
        ? Math.scalb((double) mantissa, 1 - bias - mantissaBits)
        : Math.scalb(
            (double) (mantissa | 1L << mantissaBits), (int) exponent - bias - mantissaBits);
  }
}
