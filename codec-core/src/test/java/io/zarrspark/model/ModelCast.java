package io.zarrspark.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * {@code cast_value} by exact arithmetic: scalar map, rounding, range.
 *
 * @param rule {@code error}, {@code clamp} or {@code wrap}
 */
public record ModelCast(
    ModelType from, ModelType to, ModelRounding rounding, String rule, List<Entry> map) {

  /** An entry of the scalar map: an element equal to the key becomes the result. */
  public record Entry(Exact key, Exact result) {}

  /** What a number becomes, or nothing if it is an error. */
  public Optional<Exact> apply(Exact number) {
    for (Entry entry : map) {
      if (entry.key().sameNumber(number)) {
        return Optional.of(entry.result());
      }
    }
    return switch (number.kind()) {
      case NAN -> to.hasNaN() ? Optional.of(Exact.NAN) : Optional.empty();
      case INFINITE -> to.hasInfinity() ? Optional.of(number) : Optional.empty();
      case FINITE -> to.isInteger() ? toInteger(number) : toFloat(number);
    };
  }

  private Optional<Exact> toInteger(Exact number) {
    BigInteger rounded = rounding.toInteger(number.value()).toBigIntegerExact();
    boolean below = rounded.compareTo(to.min()) < 0;
    if (!below && rounded.compareTo(to.max()) <= 0) {
      return Optional.of(Exact.of(new BigDecimal(rounded)));
    }
    return switch (rule) {
      case "clamp" -> Optional.of(Exact.of(new BigDecimal(below ? to.min() : to.max())));
      case "wrap" -> {
        BigInteger modulus = BigInteger.ONE.shiftLeft(to.bits());
        BigInteger residue = rounded.mod(modulus);
        yield Optional.of(
            Exact.of(
                new BigDecimal(
                    residue.compareTo(to.max()) > 0 ? residue.subtract(modulus) : residue)));
      }
      default -> Optional.empty();
    };
  }

  private Optional<Exact> toFloat(Exact number) {
    boolean clamp = rule.equals("clamp");
    if (to.isPowersOfTwo() && (number.isZero() || number.negative())) {
      return clamp ? Optional.of(Exact.finite(false, to.magnitude(0))) : Optional.empty();
    }
    long index = rounding.toFloat(to, number.negative(), number.magnitude(), BigDecimal.ONE);
    if (index < 0) {
      return clamp ? Optional.of(Exact.finite(false, to.magnitude(0))) : Optional.empty();
    }
    if (index <= to.largestIndex()) {
      return Optional.of(Exact.finite(number.negative(), to.magnitude(index)));
    }
    if (!clamp) {
      return Optional.empty();
    }
    return Optional.of(
        to.hasInfinity()
            ? Exact.infinity(number.negative())
            : Exact.finite(number.negative(), to.magnitude(to.largestIndex())));
  }
}
