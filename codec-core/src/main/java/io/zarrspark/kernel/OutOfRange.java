package io.zarrspark.kernel;

import java.util.Arrays;
import java.util.Optional;

/** What {@code cast_value} does with a rounded number outside the range of its target. */
public enum OutOfRange {
  /** The default, which metadata expresses by leaving {@code out_of_range} out. */
  ERROR(null),
  /** To the nearest value; to infinity where the target has one. */
  CLAMP("clamp"),
  /** Modulo 2^bits; integer targets only. */
  WRAP("wrap");

  private final String zarrName;

  OutOfRange(String zarrName) {
    this.zarrName = zarrName;
  }

  /** The rule of that name in codec metadata. */
  public static Optional<OutOfRange> named(String zarrName) {
    return Arrays.stream(values()).filter(rule -> zarrName.equals(rule.zarrName)).findFirst();
  }
}
