package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.type.NumberType;
import java.util.Optional;

/**
 * Packed numbers of CF: {@code stored * scale_factor + add_offset}.
 *
 * <p>The result has xarray's type: float64, but int64 if stored values and scale are integers and
 * there is no offset. (JSON has no float32 for a scale, which is what would make it float32.)
 *
 * @param scale null if there is none
 * @param offset null if there is none
 * @param integer whether the result is int64
 */
record Packing(Double scale, Double offset, boolean integer) {

  static Optional<Packing> of(NumberType dataType, ObjectNode attributes) {
    JsonNode scale = number(attributes, "scale_factor");
    JsonNode offset = number(attributes, "add_offset");
    if (scale == null && offset == null) {
      return Optional.empty();
    }
    if (dataType.isInteger() && offset == null && scale.isIntegralNumber()) {
      if (!scale.canConvertToLong()) {
        throw new InvalidMetadataException("the attribute scale_factor is too large: " + scale);
      }
      return Optional.of(new Packing(scale.doubleValue(), null, true));
    }
    return Optional.of(
        new Packing(
            scale == null ? null : scale.doubleValue(),
            offset == null ? null : offset.doubleValue(),
            false));
  }

  private static JsonNode number(ObjectNode attributes, String name) {
    JsonNode json = attributes.get(name);
    if (json != null && json.isArray() && json.size() == 1) {
      json = json.get(0);
    }
    if (json == null || json.isNull()) {
      return null;
    }
    if (!json.isNumber()) {
      throw new InvalidMetadataException(
          "the attribute "
              + name
              + " is "
              + json
              + " but must be a number."
              + " Set the option maskAndScale to false to read the stored values");
    }
    return json;
  }

  /** Unpacks widened elements {@code [offset, offset + length)} into a new array. */
  ChunkData unpack(NumberType dataType, ChunkData values, int from, int length) {
    if (integer) {
      long[] unpacked = Numbers.toLongs(values, from, length);
      long factor = scale.longValue();
      for (int i = 0; i < length; i++) {
        unpacked[i] *= factor;
      }
      return new ChunkData.Longs(unpacked);
    }
    double[] unpacked = Numbers.toDoubles(dataType, values, from, length);
    if (scale != null) {
      double factor = scale;
      for (int i = 0; i < length; i++) {
        unpacked[i] *= factor;
      }
    }
    if (offset != null) {
      double summand = offset;
      for (int i = 0; i < length; i++) {
        unpacked[i] += summand;
      }
    }
    return new ChunkData.Doubles(unpacked);
  }
}
