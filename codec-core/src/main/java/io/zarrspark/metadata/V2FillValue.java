package io.zarrspark.metadata;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.type.BoolType;
import io.zarrspark.type.BytesScalar;
import io.zarrspark.type.ComplexType;
import io.zarrspark.type.DataType;
import io.zarrspark.type.ElementBytes;
import io.zarrspark.type.FixedBytesType;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.Scalar;
import io.zarrspark.type.ScalarException;
import io.zarrspark.type.ScalarJson;
import io.zarrspark.type.StructuredType;
import io.zarrspark.type.VariableType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/**
 * The fill value of a Zarr v2 array. As in Zarr v3, but null is the type's {@link Scalar#defaultOf
 * default} (what zarr-python 3 fills absent chunks with), and more spellings are read, because they
 * are in stores: numbers in quotes, 0 for any type.
 */
final class V2FillValue {
  private V2FillValue() {}

  static Scalar parse(V2DataType dtype, JsonNode json) {
    if (json.isNull()) {
      return Scalar.defaultOf(dtype.dataType());
    }
    try {
      return scalar(dtype, json);
    } catch (ScalarException e) {
      throw new InvalidMetadataException("fill_value: " + e.getMessage(), e);
    }
  }

  private static Scalar scalar(V2DataType dtype, JsonNode json) {
    DataType type = dtype.dataType();
    boolean isZero = json.isNumber() && json.decimalValue().signum() == 0;
    if (type instanceof NumberType) {
      return ScalarJson.parse(type, unquoted(json));
    }
    if (type instanceof BoolType && json.isNumber()) {
      return ScalarJson.parse(type, Json.nodes().booleanNode(!isZero));
    }
    if (type instanceof ComplexType && json.isNumber()) {
      return ScalarJson.parse(type, Json.nodes().arrayNode().add(json).add(0));
    }
    if (type == VariableType.STRING && json.isNumber()) {
      return ScalarJson.parse(type, Json.nodes().textNode(json.asText()));
    }
    if (isZero && (type instanceof FixedBytesType || type == VariableType.BYTES)) {
      return Scalar.defaultOf(type);
    }
    if (type instanceof StructuredType struct) {
      return isZero ? zeros(dtype) : structured(dtype, struct, json);
    }
    if (type instanceof FixedBytesType fixed
        && fixed.kind() == FixedBytesType.Kind.NULL_TERMINATED) {
      BytesScalar padded = (BytesScalar) ScalarJson.parse(type, json);
      return ElementBytes.read(
          type, ByteBuffer.wrap(Arrays.copyOf(padded.bytes(), fixed.encodedBytes())));
    }
    return ScalarJson.parse(type, json);
  }

  private static JsonNode unquoted(JsonNode json) {
    if (json.isTextual()) {
      try {
        JsonNode number = Json.parse(json.textValue());
        return number.isNumber() ? number : json;
      } catch (JsonProcessingException e) {
        return json;
      }
    }
    return json;
  }

  private static Scalar zeros(V2DataType dtype) {
    return ElementBytes.read(
        dtype.dataType(), ByteBuffer.allocate(dtype.dataType().encodedBytes()));
  }

  /** The Base64 of its bytes, which are in the order of the dtype. */
  private static Scalar structured(V2DataType dtype, StructuredType type, JsonNode json) {
    // Checked before, and refused with a message, by the parser that takes little-endian bytes.
    Scalar little = ScalarJson.parse(type, json);
    return dtype.byteOrder() == null
        ? little
        : ElementBytes.read(
            type,
            ByteBuffer.wrap(Base64.getDecoder().decode(json.textValue())).order(dtype.byteOrder()));
  }
}
