package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.type.DataType;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.VariableType;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Data types as metadata names them: {@code "int16"} or {@code {"name": "int16"}}. */
public final class DataTypes {
  private static final List<DataType> NUMBERS = List.of(NumberType.values());
  private static final List<DataType> ALL =
      Stream.concat(NUMBERS.stream(), Arrays.stream(VariableType.values())).toList();

  private DataTypes() {}

  /**
   * Reads a data type.
   *
   * @param place the member it stands in, for messages
   */
  public static DataType parse(String place, JsonNode json) {
    NamedConfig config = NamedConfig.parse(place, json);
    DataType dataType =
        NumberType.named(config.name())
            .<DataType>map(number -> number)
            .or(() -> VariableType.named(config.name()))
            .orElseThrow(() -> unsupported(config.name(), ALL));
    config.members().done();
    return dataType;
  }

  /**
   * Reads a data type that must be a number.
   *
   * @param place the member it stands in, for messages
   */
  public static NumberType parseNumber(String place, JsonNode json) {
    if (parse(place, json) instanceof NumberType number) {
      return number;
    }
    throw unsupported(NamedConfig.parse(place, json).name(), NUMBERS);
  }

  /** The form in metadata. */
  static JsonNode toJson(DataType dataType) {
    // The one name of this type that zarr-python knows.
    return Json.nodes()
        .textNode(dataType == VariableType.BYTES ? "variable_length_bytes" : dataType.zarrName());
  }

  private static UnsupportedExtensionException unsupported(String name, List<DataType> supported) {
    return new UnsupportedExtensionException(
        "the data type \"" + name + "\" is not supported; supported are " + supported);
  }
}
