package io.zarrspark.type;

import java.util.List;

/** Types whose elements are made of fields, each held in an array of its own. */
public sealed interface FieldsType extends DataType permits ComplexType, StructuredType {

  /**
   * A field.
   *
   * @param name its name
   * @param dataType its type, which has a fixed number of bytes
   */
  record Field(String name, DataType dataType) {}

  List<Field> fields();

  @Override
  default Storage storage() {
    return Storage.FIELDS;
  }

  @Override
  default int encodedBytes() {
    return Math.toIntExact(
        fields().stream().mapToLong(field -> field.dataType().encodedBytes()).sum());
  }
}
