package io.zarrspark.type;

/**
 * One element of a type that is held like a number but is none.
 *
 * @param dataType its type
 * @param stored what an array of the type holds for this element
 */
public record PlainScalar(PlainType dataType, long stored) implements Scalar {
  @Override
  public String toString() {
    return dataType.show(stored);
  }
}
