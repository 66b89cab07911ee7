package io.zarrspark.type;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * One element of a type of variable length.
 *
 * @param dataType its type
 * @param bytes its bytes; UTF-8 for a string
 */
public record VariableScalar(VariableType dataType, byte[] bytes) implements Scalar {

  @Override
  public boolean equals(Object other) {
    return other instanceof VariableScalar scalar
        && dataType == scalar.dataType
        && Arrays.equals(bytes, scalar.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The text in quotes, or the bytes in Base64. */
  @Override
  public String toString() {
    return switch (dataType) {
      case STRING -> '"' + new String(bytes, StandardCharsets.UTF_8) + '"';
      case BYTES -> Base64.getEncoder().encodeToString(bytes);
    };
  }
}
