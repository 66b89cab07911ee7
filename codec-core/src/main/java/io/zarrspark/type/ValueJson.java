package io.zarrspark.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The JSON of scalars that are no numbers, as zarr-python writes it.
 *
 * <pre>
 * bool              true
 * datetime64        17 or "NaT"
 * string, utf32     "text"
 * bytes, raw_bytes  "AQI=" (Base64) or [1, 2]
 * complex64         [1.0, "NaN"]
 * struct            {"a": 1, "b": [0.0, 0.0]}; of the older "structured" the Base64 of its bytes
 * </pre>
 */
final class ValueJson {
  private ValueJson() {}

  static Scalar parse(DataType dataType, JsonNode json) {
    if (dataType instanceof BoolType type) {
      if (json == null || !json.isBoolean()) {
        throw ScalarJson.invalid(type, json, "true or false is needed");
      }
      return new PlainScalar(type, json.booleanValue() ? 1 : 0);
    }
    if (dataType instanceof TimeType type) {
      return parseTime(type, json);
    }
    if (dataType instanceof FieldsType type) {
      return parseFields(type, json);
    }
    return parseBytes(dataType, json);
  }

  private static PlainScalar parseTime(TimeType type, JsonNode json) {
    if (json != null && json.isTextual() && json.textValue().equals("NaT")) {
      return new PlainScalar(type, TimeType.NOT_A_TIME);
    }
    if (json == null || !json.isNumber()) {
      throw ScalarJson.invalid(type, json, "a JSON number or \"NaT\" is needed");
    }
    try {
      return new PlainScalar(type, ScalarJson.parse(NumberType.INT64, json).stored());
    } catch (ScalarException e) {
      throw ScalarJson.invalid(type, json, "it must be an integer of 64 bits");
    }
  }

  private static BytesScalar parseBytes(DataType type, JsonNode json) {
    boolean isText =
        type == VariableType.STRING || type instanceof FixedBytesType fixed && fixed.isText();
    byte[] bytes;
    if (isText) {
      if (json == null || !json.isTextual()) {
        throw ScalarJson.invalid(type, json, "a string is needed");
      }
      bytes = json.textValue().getBytes(StandardCharsets.UTF_8);
    } else {
      bytes = bytes(type, json);
    }
    if (type instanceof FixedBytesType fixed) {
      try {
        fixed.requireFits(bytes);
      } catch (ScalarException e) {
        throw ScalarJson.invalid(type, json, e.getMessage());
      }
    }
    return new BytesScalar(type, bytes);
  }

  private static byte[] bytes(DataType type, JsonNode json) {
    if (json != null && json.isTextual()) {
      try {
        return Base64.getDecoder().decode(json.textValue());
      } catch (IllegalArgumentException e) {
        throw ScalarJson.invalid(type, json, "it is not Base64");
      }
    }
    if (json == null || !json.isArray()) {
      throw ScalarJson.invalid(type, json, "a string is needed");
    }
    byte[] bytes = new byte[json.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) ScalarJson.parse(NumberType.UINT8, json.get(i)).pattern();
    }
    return bytes;
  }

  private static FieldsScalar parseFields(FieldsType type, JsonNode json) {
    if (type instanceof StructuredType && json != null && json.isTextual()) {
      byte[] bytes = bytes(type, json);
      if (bytes.length != type.encodedBytes()) {
        throw ScalarJson.invalid(
            type, json, "it has " + bytes.length + " bytes instead of " + type.encodedBytes());
      }
      return (FieldsScalar)
          ElementBytes.read(type, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
    }
    List<FieldsType.Field> fields = type.fields();
    boolean isFitting =
        json != null
            && (type instanceof ComplexType ? json.isArray() : json.isObject())
            && json.size() == fields.size();
    if (!isFitting) {
      throw ScalarJson.invalid(
          type,
          json,
          type instanceof ComplexType
              ? "a list of two numbers is needed"
              : "an object with its " + fields.size() + " fields, or their bytes, is needed");
    }
    List<Scalar> values = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      FieldsType.Field field = fields.get(i);
      values.add(
          ScalarJson.parse(
              field.dataType(),
              type instanceof ComplexType ? json.get(i) : json.get(field.name())));
    }
    return new FieldsScalar(type, List.copyOf(values));
  }

  static JsonNode format(Scalar scalar) {
    if (scalar instanceof PlainScalar plain) {
      if (plain.dataType() instanceof BoolType) {
        return Json.nodes().booleanNode(plain.stored() != 0);
      }
      return plain.stored() == TimeType.NOT_A_TIME
          ? Json.nodes().textNode("NaT")
          : Json.nodes().numberNode(plain.stored());
    }
    if (scalar instanceof FieldsScalar fields) {
      return format(fields);
    }
    BytesScalar bytes = (BytesScalar) scalar;
    return Json.nodes()
        .textNode(
            bytes.isText()
                ? new String(bytes.bytes(), StandardCharsets.UTF_8)
                : Base64.getEncoder().encodeToString(bytes.bytes()));
  }

  private static JsonNode format(FieldsScalar scalar) {
    if (scalar.dataType() instanceof ComplexType) {
      ArrayNode parts = Json.nodes().arrayNode();
      scalar.values().forEach(part -> parts.add(ScalarJson.format(part)));
      return parts;
    }
    if (scalar.dataType().zarrName().equals(StructuredType.OLD_NAME)) {
      byte[] bytes = ElementBytes.write(scalar, ByteOrder.LITTLE_ENDIAN);
      return Json.nodes().textNode(Base64.getEncoder().encodeToString(bytes));
    }
    ObjectNode object = Json.nodes().objectNode();
    for (int i = 0; i < scalar.values().size(); i++) {
      object.set(
          scalar.dataType().fields().get(i).name(), ScalarJson.format(scalar.values().get(i)));
    }
    return object;
  }
}
