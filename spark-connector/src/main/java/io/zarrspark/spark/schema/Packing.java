package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.type.NumberType;
import java.util.Arrays;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * Packed numbers of CF: {@code stored * scale_factor + add_offset}.
 *
 * <p>The result has xarray's type: float64, but int64 if stored values and scale are integers and
 * there is no offset. (JSON has no float32 for a scale, which is what would make it float32.) One
 * more rule is odd but xarray's: see {@link #inFloat32}.
 *
 * @param scale null if there is none
 * @param offset null if there is none
 * @param integer whether the result is int64
 * @param single whether the result is float32
 */
record Packing(Double scale, Double offset, boolean integer, boolean single) {

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
      return Optional.of(new Packing(scale.doubleValue(), null, true, false));
    }
    return Optional.of(
        new Packing(
            scale == null ? null : scale.doubleValue(),
            offset == null ? null : offset.doubleValue(),
            false,
            false));
  }

  /**
   * The same in float32: xarray computes so where float32 is stored and its attributes name NaN,
   * and no other value, as missing.
   */
  Packing inFloat32() {
    return new Packing(scale, offset, false, true);
  }

  DataType sparkType() {
    return integer ? DataTypes.LongType : single ? DataTypes.FloatType : DataTypes.DoubleType;
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
    if (single) {
      return unpackSingle(((ChunkData.Floats) values).values(), from, length);
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

  private ChunkData unpackSingle(float[] stored, int from, int length) {
    float[] unpacked = Arrays.copyOfRange(stored, from, from + length);
    if (scale != null) {
      float factor = scale.floatValue();
      for (int i = 0; i < length; i++) {
        unpacked[i] *= factor;
      }
    }
    if (offset != null) {
      float summand = offset.floatValue();
      for (int i = 0; i < length; i++) {
        unpacked[i] += summand;
      }
    }
    return new ChunkData.Floats(unpacked);
  }
}
