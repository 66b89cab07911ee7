package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.NumberType;

/**
 * The attribute {@code _Unsigned} of NetCDF: integers whose bits are to be read as those of the
 * type of the other sign. Only {@code "true"} on signed and {@code "false"} on unsigned types says
 * so.
 */
final class Signedness {
  private Signedness() {}

  /** The type that the stored bits mean. */
  static NumberType of(NumberType stored, ObjectNode attributes) {
    JsonNode unsigned = attributes.get("_Unsigned");
    String wanted = stored.isSigned() ? "true" : "false";
    return unsigned != null && wanted.equals(unsigned.textValue()) ? counterpart(stored) : stored;
  }

  /** The type of the other sign with as many bits; the type itself where there is none. */
  static NumberType counterpart(NumberType dataType) {
    return switch (dataType) {
      case INT8 -> NumberType.UINT8;
      case INT16 -> NumberType.UINT16;
      case INT32 -> NumberType.UINT32;
      case INT64 -> NumberType.UINT64;
      case UINT8 -> NumberType.INT8;
      case UINT16 -> NumberType.INT16;
      case UINT32 -> NumberType.INT32;
      case UINT64 -> NumberType.INT64;
      default -> dataType;
    };
  }
}
