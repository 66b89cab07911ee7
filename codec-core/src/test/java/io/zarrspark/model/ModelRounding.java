package io.zarrspark.model;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** The five roundings of {@code cast_value}, on exact quotients. */
public enum ModelRounding {
  NEAREST_EVEN(RoundingMode.HALF_EVEN),
  TOWARDS_ZERO(RoundingMode.DOWN),
  TOWARDS_POSITIVE(RoundingMode.CEILING),
  TOWARDS_NEGATIVE(RoundingMode.FLOOR),
  NEAREST_AWAY(RoundingMode.HALF_UP);

  private final RoundingMode toIntegers;

  ModelRounding(RoundingMode toIntegers) {
    this.toIntegers = toIntegers;
  }

  BigDecimal toInteger(BigDecimal value) {
    return value.setScale(0, toIntegers);
  }

  /**
   * Number of the magnitude of a float type to which a quotient is rounded, as if the exponent had
   * no upper bound: one past the largest on overflow, -1 below the least power of two.
   */
  long toFloat(ModelType type, boolean negative, BigDecimal numerator, BigDecimal denominator) {
    long low = type.floorIndex(numerator, denominator);
    if (low > type.largestIndex()) {
      return low;
    }
    if (type.isPowersOfTwo()
        && low < 0
        && type.magnitude(-1).multiply(denominator).compareTo(numerator) >= 0) {
      // At or below 2^-128: nothing rounds it into the range.
      return -1;
    }
    BigDecimal lower = type.magnitude(low);
    if (lower.multiply(denominator).compareTo(numerator) == 0) {
      return low;
    }
    boolean up =
        switch (this) {
          case TOWARDS_ZERO -> false;
          case TOWARDS_POSITIVE -> !negative;
          case TOWARDS_NEGATIVE -> negative;
          case NEAREST_EVEN, NEAREST_AWAY -> {
            BigDecimal sum = lower.add(type.magnitude(low + 1));
            int side =
                numerator.multiply(BigDecimal.valueOf(2)).compareTo(sum.multiply(denominator));
            // One digit of precision: both candidates are odd, the larger magnitude wins.
            boolean tieUp = this == NEAREST_AWAY || type.isPowersOfTwo() || low % 2 != 0;
            yield side > 0 || side == 0 && tieUp;
          }
        };
    return up ? low + 1 : low;
  }
}
