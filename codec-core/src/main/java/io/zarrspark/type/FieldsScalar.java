package io.zarrspark.type;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One element of a type with fields.
 *
 * @param dataType its type
 * @param values one per field
 */
public record FieldsScalar(FieldsType dataType, List<Scalar> values) implements Scalar {
  @Override
  public String toString() {
    return values.stream().map(Scalar::toString).collect(Collectors.joining(", ", "(", ")"));
  }
}
