package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.type.DataType;
import java.util.Arrays;

/** Data types as metadata names them: {@code "int16"} or {@code {"name": "int16"}}. */
public final class DataTypes {
  private DataTypes() {}

  /**
   * Reads a data type.
   *
   * @param place the member it stands in, for messages
   */
  public static DataType parse(String place, JsonNode json) {
    NamedConfig config = NamedConfig.parse(place, json);
    DataType dataType =
        DataType.named(config.name())
            .orElseThrow(
                () ->
                    new UnsupportedExtensionException(
                        "the data type \""
                            + config.name()
                            + "\" is not supported; supported are "
                            + Arrays.toString(DataType.values())));
    config.members().done();
    return dataType;
  }
}
