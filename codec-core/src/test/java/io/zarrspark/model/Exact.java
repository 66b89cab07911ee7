package io.zarrspark.model;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A number as the models see it: a finite one with its exact magnitude, an infinity, or NaN. Zero
 * has a sign.
 */
public record Exact(Kind kind, boolean negative, BigDecimal magnitude) {
  /** What kind of number. */
  public enum Kind {
    FINITE,
    INFINITE,
    NAN
  }

  public static final Exact NAN = new Exact(Kind.NAN, false, null);

  public static Exact infinity(boolean negative) {
    return new Exact(Kind.INFINITE, negative, null);
  }

  public static Exact finite(boolean negative, BigDecimal magnitude) {
    return new Exact(Kind.FINITE, negative, magnitude);
  }

  public static Exact of(BigDecimal value) {
    return finite(value.signum() < 0, value.abs());
  }

  public boolean isNaN() {
    return kind == Kind.NAN;
  }

  public boolean isInfinite() {
    return kind == Kind.INFINITE;
  }

  public boolean isFinite() {
    return kind == Kind.FINITE;
  }

  public boolean isZero() {
    return isFinite() && magnitude.signum() == 0;
  }

  /** The value of a finite number. */
  public BigDecimal value() {
    return negative ? magnitude.negate() : magnitude;
  }

  public Exact negate() {
    return new Exact(kind, !negative, magnitude);
  }

  /** Equality by number: NaN is NaN, zeros are equal. */
  public boolean sameNumber(Exact other) {
    if (kind != other.kind) {
      return false;
    }
    return switch (kind) {
      case NAN -> true;
      case INFINITE -> negative == other.negative;
      case FINITE -> value().compareTo(other.value()) == 0;
    };
  }

  /** Two to a power, exactly. */
  public static BigDecimal pow2(int exponent) {
    return exponent >= 0
        ? new BigDecimal(BigInteger.ONE.shiftLeft(exponent))
        : new BigDecimal(BigInteger.valueOf(5).pow(-exponent), -exponent);
  }
}
