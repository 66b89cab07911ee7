package io.zarrspark.type;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * One element of a type of text or bytes.
 *
 * @param dataType its type, a {@link VariableType} or a {@link FixedBytesType}
 * @param bytes its bytes; UTF-8 for text
 */
public record BytesScalar(DataType dataType, byte[] bytes) implements Scalar {

  boolean isText() {
    return dataType == VariableType.STRING
        || dataType instanceof FixedBytesType fixed && fixed.isText();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BytesScalar scalar
        && dataType.equals(scalar.dataType)
        && Arrays.equals(bytes, scalar.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The text in quotes, or the bytes in Base64. */
  @Override
  public String toString() {
    return isText()
        ? '"' + new String(bytes, StandardCharsets.UTF_8) + '"'
        : Base64.getEncoder().encodeToString(bytes);
  }
}
