package io.zarrspark.type;

import java.util.Arrays;
import java.util.Optional;

/** Types whose elements have any number of bytes. */
public enum VariableType implements DataType {
  /** Text, held as UTF-8. */
  STRING("string"),
  /** Bytes; zarr-python writes {@code variable_length_bytes}. */
  BYTES("bytes", "variable_length_bytes");

  private final String[] zarrNames;

  VariableType(String... zarrNames) {
    this.zarrNames = zarrNames;
  }

  /** The type of that name in Zarr v3 metadata, if it is one of these. */
  public static Optional<VariableType> named(String zarrName) {
    return Arrays.stream(values())
        .filter(type -> Arrays.asList(type.zarrNames).contains(zarrName))
        .findFirst();
  }

  @Override
  public String zarrName() {
    return zarrNames[0];
  }

  @Override
  public Storage storage() {
    return Storage.VARIABLE;
  }

  @Override
  public String toString() {
    return zarrNames[0];
  }
}
