package io.zarrspark.type;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * One element of a data type, exact to the bit (NaN payload, sign of zero, 64-bit integers).
 *
 * @param dataType its type
 * @param pattern its bits as an unsigned integer; bits above {@link NumberType#bits()} are clear
 */
public record NumberScalar(NumberType dataType, long pattern) implements Scalar {
  public NumberScalar {
    if ((pattern & ~dataType.mask()) != 0) {
      throw new IllegalArgumentException(
          "pattern 0x" + Long.toHexString(pattern) + " has more bits than " + dataType);
    }
  }

  /** The scalar whose storage form (see {@link NumberType#extend}) is {@code stored}. */
  public static NumberScalar ofStored(NumberType dataType, long stored) {
    return new NumberScalar(dataType, stored & dataType.mask());
  }

  /** The storage form: what an array of the type holds for this element. */
  public long stored() {
    return dataType.extend(pattern);
  }

  /** The value of an element that is a float, exactly. */
  public double doubleValue() {
    return dataType.floatFormat().toDouble(pattern);
  }

  public boolean isNaN() {
    return dataType.isFloat() && dataType.floatFormat().isNaN(pattern);
  }

  /** Equality as numbers: NaN equals NaN, +0 equals -0. */
  public boolean sameNumber(NumberScalar other) {
    if (dataType != other.dataType) {
      throw new IllegalArgumentException(dataType + " is compared with " + other.dataType);
    }
    if (dataType.isInteger()) {
      return pattern == other.pattern;
    }
    return isNaN() ? other.isNaN() : doubleValue() == other.doubleValue();
  }

  /** The number as people write it. */
  @Override
  public String toString() {
    if (dataType.isInteger()) {
      return dataType == NumberType.UINT64
          ? Long.toUnsignedString(pattern)
          : Long.toString(stored());
    }
    return dataType == NumberType.FLOAT32
        ? Float.toString((float) doubleValue())
        : Double.toString(doubleValue());
  }

  /** Whether this is the number zero, of either sign. */
  public boolean isZero() {
    return dataType.isInteger() ? pattern == 0 : doubleValue() == 0;
  }

  /** The exact value of a finite number. */
  public BigDecimal exactValue() {
    if (dataType.isInteger()) {
      return new BigDecimal(
          dataType == NumberType.UINT64
              ? new BigInteger(Long.toUnsignedString(pattern))
              : BigInteger.valueOf(stored()));
    }
    return new BigDecimal(doubleValue());
  }
}
