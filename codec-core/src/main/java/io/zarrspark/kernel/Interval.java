package io.zarrspark.kernel;

import io.zarrspark.type.NumberType;
import java.math.BigInteger;

/** Bounds of the integers that can reach a stage; tells which checks can never fire. */
record Interval(BigInteger min, BigInteger max) {

  /** All values of an integer type. */
  static Interval of(NumberType integer) {
    return new Interval(
        BigInteger.valueOf(integer.minInteger()),
        new BigInteger(Long.toUnsignedString(integer.maxInteger())));
  }

  boolean within(NumberType integer) {
    Interval range = of(integer);
    return min.compareTo(range.min) >= 0 && max.compareTo(range.max) <= 0;
  }

  Interval plus(BigInteger operand) {
    return new Interval(min.add(operand), max.add(operand));
  }

  Interval times(BigInteger operand) {
    BigInteger a = min.multiply(operand);
    BigInteger b = max.multiply(operand);
    return new Interval(a.min(b), a.max(b));
  }

  /** Bounds of the exact quotients. */
  Interval dividedBy(BigInteger operand) {
    BigInteger a = min.divide(operand);
    BigInteger b = max.divide(operand);
    return new Interval(a.min(b), a.max(b));
  }

  /** Bounds of what is left after a check for a type. */
  Interval clip(NumberType integer) {
    Interval range = of(integer);
    BigInteger low = min.max(range.min);
    BigInteger high = max.min(range.max);
    return low.compareTo(high) > 0 ? range : new Interval(low, high);
  }

  BigInteger largestMagnitude() {
    return min.abs().max(max.abs());
  }
}
