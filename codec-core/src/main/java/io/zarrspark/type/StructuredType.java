package io.zarrspark.type;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Fields one after the other, without gaps: {@code struct} of zarr-extensions, {@code structured}
 * of older zarr-python.
 *
 * @param fields at least one, with different names
 */
public record StructuredType(String zarrName, List<Field> fields) implements FieldsType {
  public static final String NAME = "struct";
  public static final String OLD_NAME = "structured";

  @Override
  public String toString() {
    return fields.stream()
        .map(field -> field.name() + ": " + field.dataType())
        .collect(Collectors.joining(", ", NAME + "<", ">"));
  }
}
