package io.zarrspark.kernel;

import java.util.Arrays;
import java.util.Optional;

/** How {@code cast_value} rounds a number that its target lacks. */
public enum Rounding {
  NEAREST_EVEN("nearest-even"),
  TOWARDS_ZERO("towards-zero"),
  TOWARDS_POSITIVE("towards-positive"),
  TOWARDS_NEGATIVE("towards-negative"),
  NEAREST_AWAY("nearest-away");

  private final String zarrName;

  Rounding(String zarrName) {
    this.zarrName = zarrName;
  }

  /** The mode of that name in codec metadata. */
  public static Optional<Rounding> named(String zarrName) {
    return Arrays.stream(values()).filter(mode -> mode.zarrName.equals(zarrName)).findFirst();
  }

  @Override
  public String toString() {
    return zarrName;
  }
}
