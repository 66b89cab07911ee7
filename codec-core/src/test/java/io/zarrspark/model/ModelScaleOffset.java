package io.zarrspark.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/**
 * {@code scale_offset} by exact arithmetic, every step rounded to the type and checked.
 *
 * @param offset null if the codec has none
 * @param scale null if the codec has none
 */
public record ModelScaleOffset(ModelType type, Exact offset, Exact scale) {

  /** {@code (x - offset) * scale}, or nothing if a step is an error. */
  public Optional<Exact> encode(Exact number) {
    Optional<Exact> shifted =
        offset == null ? Optional.of(number) : checked(number, add(number, offset.negate()));
    return scale == null ? shifted : shifted.flatMap(x -> checked(x, multiply(x)));
  }

  /** {@code (x / scale) + offset}, or nothing if a step is an error. */
  public Optional<Exact> decode(Exact number) {
    Optional<Exact> unscaled =
        scale == null ? Optional.of(number) : checked(number, divide(number));
    return offset == null ? unscaled : unscaled.flatMap(x -> checked(x, add(x, offset)));
  }

  /** An exact result: a special number, or a quotient with a sign. */
  private record Raw(
      Exact special, boolean negative, BigDecimal numerator, BigDecimal denominator) {
    static Raw of(Exact special) {
      return new Raw(special, false, null, null);
    }

    static Raw of(boolean negative, BigDecimal magnitude) {
      return new Raw(null, negative, magnitude, BigDecimal.ONE);
    }
  }

  private static Raw add(Exact a, Exact b) {
    if (a.isNaN() || b.isNaN()) {
      return Raw.of(Exact.NAN);
    }
    if (a.isInfinite() && b.isInfinite()) {
      return Raw.of(a.negative() == b.negative() ? a : Exact.NAN);
    }
    if (a.isInfinite() || b.isInfinite()) {
      return Raw.of(a.isInfinite() ? a : b);
    }
    BigDecimal sum = a.value().add(b.value());
    // IEEE 754 section 6.3: an exact zero sum is positive, unless both terms are negative zeros.
    boolean negative =
        sum.signum() == 0
            ? a.isZero() && b.isZero() && a.negative() && b.negative()
            : sum.signum() < 0;
    return Raw.of(negative, sum.abs());
  }

  private Raw multiply(Exact x) {
    boolean negative = x.negative() != scale.negative();
    if (x.isNaN() || scale.isNaN() || x.isInfinite() && scale.isZero()) {
      return Raw.of(Exact.NAN);
    }
    if (x.isInfinite() || scale.isInfinite()) {
      return Raw.of(x.isZero() ? Exact.NAN : Exact.infinity(negative));
    }
    return Raw.of(negative, x.magnitude().multiply(scale.magnitude()));
  }

  private Raw divide(Exact x) {
    boolean negative = x.negative() != scale.negative();
    if (x.isNaN() || scale.isNaN() || x.isInfinite() && scale.isInfinite()) {
      return Raw.of(Exact.NAN);
    }
    if (x.isInfinite()) {
      return Raw.of(Exact.infinity(negative));
    }
    if (scale.isInfinite()) {
      return Raw.of(negative, BigDecimal.ZERO);
    }
    return new Raw(null, negative, x.magnitude(), scale.magnitude());
  }

  private Optional<Exact> checked(Exact input, Raw raw) {
    if (raw.special != null) {
      return Optional.of(raw.special);
    }
    return type.isInteger() ? integer(raw) : floating(raw);
  }

  private Optional<Exact> integer(Raw raw) {
    BigInteger[] division =
        raw.numerator.toBigIntegerExact().divideAndRemainder(raw.denominator.toBigIntegerExact());
    BigInteger value = raw.negative ? division[0].negate() : division[0];
    boolean exists =
        division[1].signum() == 0
            && value.compareTo(type.min()) >= 0
            && value.compareTo(type.max()) <= 0;
    return exists ? Optional.of(Exact.of(new BigDecimal(value))) : Optional.empty();
  }

  private Optional<Exact> floating(Raw raw) {
    if (type.isPowersOfTwo() && (raw.negative || raw.numerator.signum() == 0)) {
      return Optional.empty();
    }
    long index =
        ModelRounding.NEAREST_EVEN.toFloat(type, raw.negative, raw.numerator, raw.denominator);
    if (index < 0) {
      return Optional.empty();
    }
    if (index > type.largestIndex()) {
      return type.hasInfinity() ? Optional.of(Exact.infinity(raw.negative)) : Optional.empty();
    }
    return Optional.of(
        Exact.finite(raw.negative && (index > 0 || type.hasNegativeZero()), type.magnitude(index)));
  }
}
