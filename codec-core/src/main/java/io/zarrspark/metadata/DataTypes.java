package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.BoolType;
import io.zarrspark.type.ComplexType;
import io.zarrspark.type.DataType;
import io.zarrspark.type.FieldsType.Field;
import io.zarrspark.type.FixedBytesType;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.StructuredType;
import io.zarrspark.type.TimeType;
import io.zarrspark.type.VariableType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Data types as metadata names them.
 *
 * <pre>
 * "int16"                  {"name": "int16"}
 * "r16"                    {"name": "raw_bytes", "configuration": {"length_bytes": 2}}
 * {"name": "fixed_length_utf32", "configuration": {"length_bytes": 20}}
 * {"name": "numpy.datetime64", "configuration": {"unit": "ns", "scale_factor": 1}}
 * {"name": "struct", "configuration": {"fields": [{"name": "a", "data_type": "int8"}]}}
 * </pre>
 */
public final class DataTypes {
  private static final List<NumberType> NUMBERS = List.of(NumberType.values());
  private static final List<String> ALL =
      Stream.of(
              NUMBERS.stream().map(NumberType::zarrName),
              Stream.of(BoolType.BOOL.zarrName()),
              Arrays.stream(ComplexType.values()).map(ComplexType::zarrName),
              Arrays.stream(VariableType.values()).map(VariableType::zarrName),
              Stream.of("r8, r16, …"),
              Stream.of(
                  FixedBytesType.UTF32_NAME,
                  FixedBytesType.NULL_TERMINATED_NAME,
                  FixedBytesType.RAW_NAME),
              Arrays.stream(TimeType.Kind.values()).map(TimeType.Kind::zarrName),
              Stream.of(StructuredType.NAME, StructuredType.OLD_NAME))
          .flatMap(names -> names)
          .toList();

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
            .or(() -> ComplexType.named(config.name()))
            .or(() -> configured(place, config))
            .orElseThrow(() -> unsupported(config.name(), ALL));
    config.members().done();
    return dataType;
  }

  private static Optional<DataType> configured(String place, NamedConfig config) {
    String name = config.name();
    return switch (name) {
      case "bool" -> Optional.of(BoolType.BOOL);
      case FixedBytesType.UTF32_NAME -> {
        int bytes = lengthBytes(config);
        if (bytes % 4 != 0) {
          throw new InvalidMetadataException(
              place + ": length_bytes of " + name + " is " + bytes + ", no multiple of 4");
        }
        yield Optional.of(new FixedBytesType(FixedBytesType.Kind.UTF32, name, bytes));
      }
      case FixedBytesType.NULL_TERMINATED_NAME ->
          Optional.of(
              new FixedBytesType(FixedBytesType.Kind.NULL_TERMINATED, name, lengthBytes(config)));
      case FixedBytesType.RAW_NAME ->
          Optional.of(new FixedBytesType(FixedBytesType.Kind.RAW, name, lengthBytes(config)));
      case "numpy.datetime64" -> Optional.of(time(TimeType.Kind.DATETIME, config));
      case "numpy.timedelta64" -> Optional.of(time(TimeType.Kind.TIMEDELTA, config));
      case StructuredType.NAME, StructuredType.OLD_NAME -> Optional.of(structured(place, config));
      default -> raw(place, name);
    };
  }

  private static int lengthBytes(NamedConfig config) {
    return (int) config.members().requiredInteger("length_bytes", 1, FixedBytesType.MAX_BYTES);
  }

  private static TimeType time(TimeType.Kind kind, NamedConfig config) {
    String name = config.members().requiredText("unit");
    TimeType.Unit unit =
        TimeType.Unit.named(name)
            .orElseThrow(
                () ->
                    new InvalidMetadataException(
                        "the unit of "
                            + kind.zarrName()
                            + " is \""
                            + name
                            + "\" but must be one of "
                            + Arrays.stream(TimeType.Unit.values())
                                .map(TimeType.Unit::numpyName)
                                .toList()));
    long scale = config.members().requiredInteger("scale_factor", 1, Integer.MAX_VALUE);
    return new TimeType(kind, unit, (int) scale);
  }

  private static Optional<DataType> raw(String place, String name) {
    if (!name.matches("r[0-9]{1,10}")) {
      return Optional.empty();
    }
    long bits = Long.parseLong(name.substring(1));
    if (bits == 0 || bits % 8 != 0 || bits / 8 > FixedBytesType.MAX_BYTES) {
      throw new InvalidMetadataException(
          place
              + ": the bits of "
              + name
              + " must be a multiple of 8, above 0 and at most "
              + 8 * FixedBytesType.MAX_BYTES);
    }
    return Optional.of(new FixedBytesType(FixedBytesType.Kind.RAW, name, (int) (bits / 8)));
  }

  /** Fields are objects in {@code struct} and pairs in {@code structured}; both are read. */
  private static StructuredType structured(String place, NamedConfig config) {
    JsonNode json = config.members().required("fields");
    if (!json.isArray() || json.isEmpty()) {
      throw config.members().wrong("fields", json, "a list of at least one field");
    }
    List<Field> fields = new ArrayList<>();
    for (JsonNode entry : json) {
      if (entry.isArray() && entry.size() == 2 && entry.get(0).isTextual()) {
        fields.add(field(place, entry.get(0).textValue(), entry.get(1)));
      } else {
        Members members = new Members(place + ": a field", entry);
        String name = members.requiredText("name");
        fields.add(field(place, name, members.required("data_type")));
        members.done();
      }
    }
    return structured(place, config.name(), fields);
  }

  private static Field field(String place, String name, JsonNode dataType) {
    return new Field(name, parse(place + ": field " + name, dataType));
  }

  /** A type of fields, checked. */
  static StructuredType structured(String place, String zarrName, List<Field> fields) {
    Set<String> names = new HashSet<>();
    long bytes = 0;
    for (Field field : fields) {
      if (field.dataType() instanceof VariableType) {
        throw new InvalidMetadataException(
            place + ": field " + field.name() + " has no fixed size: " + field.dataType());
      }
      if (!names.add(field.name())) {
        throw new InvalidMetadataException(place + " has two fields named " + field.name());
      }
      bytes += field.dataType().encodedBytes();
    }
    if (bytes > FixedBytesType.MAX_BYTES) {
      throw new InvalidMetadataException(
          place
              + " has elements of "
              + bytes
              + " bytes, but may have at most "
              + FixedBytesType.MAX_BYTES);
    }
    return new StructuredType(zarrName, List.copyOf(fields));
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
    String name = dataType == VariableType.BYTES ? "variable_length_bytes" : dataType.zarrName();
    ObjectNode configuration = Json.nodes().objectNode();
    if (dataType instanceof FixedBytesType type && !type.zarrName().matches("r[0-9]+")) {
      configuration.put("length_bytes", type.encodedBytes());
    } else if (dataType instanceof TimeType type) {
      configuration.put("unit", type.unit().numpyName()).put("scale_factor", type.scaleFactor());
    } else if (dataType instanceof StructuredType type) {
      ArrayNode fields = configuration.putArray("fields");
      type.fields().forEach(field -> fields.add(fieldToJson(field, name)));
    }
    if (configuration.isEmpty()) {
      return Json.nodes().textNode(name);
    }
    ObjectNode json = Json.nodes().objectNode().put("name", name);
    return json.set("configuration", configuration);
  }

  /** An object in {@code struct}, a pair in {@code structured}. */
  private static JsonNode fieldToJson(Field field, String structure) {
    JsonNode dataType = toJson(field.dataType());
    if (structure.equals(StructuredType.OLD_NAME)) {
      return Json.nodes().arrayNode().add(field.name()).add(dataType);
    }
    return Json.nodes().objectNode().put("name", field.name()).set("data_type", dataType);
  }

  private static UnsupportedExtensionException unsupported(String name, List<?> supported) {
    return new UnsupportedExtensionException(
        "the data type \"" + name + "\" is not supported; supported are " + supported);
  }
}
