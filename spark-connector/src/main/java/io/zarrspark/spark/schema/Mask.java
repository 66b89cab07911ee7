package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;

/**
 * The values that stand for "missing": the attributes {@code _FillValue} and {@code missing_value}
 * of CF. They are compared exactly with the widened elements, NaN equal to NaN.
 *
 * <p>Zarr v3 has no convention for NaN in attributes: xarray writes floats as the base64 of a
 * little-endian binary64, others the string {@code "NaN"}.
 */
final class Mask {
  private static final String[] ATTRIBUTES = {"_FillValue", "missing_value"};

  private final long[] integers;
  private final double[] floats;

  private Mask(long[] integers, double[] floats) {
    this.integers = integers;
    this.floats = floats;
  }

  /**
   * The missing values of an array.
   *
   * @param dataType the type that the stored bits mean
   * @param isOtherSign whether that is not the array's type but the one of the other sign, in which
   *     case attributes may give values of either
   * @param fillValue the array's fill value if it stands for missing values too, else null
   */
  static Mask of(
      NumberType dataType, boolean isOtherSign, ObjectNode attributes, NumberScalar fillValue) {
    List<Long> integers = new ArrayList<>();
    List<Double> floats = new ArrayList<>();
    if (fillValue != null && dataType.isFloat()) {
      floats.add(dataType.floatFormat().toDouble(fillValue.pattern()));
    } else if (fillValue != null) {
      integers.add(dataType.extend(fillValue.pattern()));
    }
    for (String attribute : ATTRIBUTES) {
      JsonNode json = attributes.get(attribute);
      if (json == null || json.isNull()) {
        continue;
      }
      for (JsonNode value : json.isArray() ? json : List.of(json)) {
        if (dataType.isFloat()) {
          double number = floatValue(attribute, value);
          floats.add(dataType == NumberType.FLOAT64 ? number : (double) (float) number);
        } else {
          addInteger(dataType, isOtherSign, attribute, value, integers);
        }
      }
    }
    return new Mask(
        integers.stream().distinct().mapToLong(Long::longValue).toArray(),
        floats.stream().distinct().mapToDouble(Double::doubleValue).toArray());
  }

  private static double floatValue(String attribute, JsonNode json) {
    if (json.isNumber()) {
      return json.doubleValue();
    }
    String text = json.textValue();
    if (text != null) {
      switch (text) {
        case "NaN" -> {
          return Double.NaN;
        }
        case "Infinity" -> {
          return Double.POSITIVE_INFINITY;
        }
        case "-Infinity" -> {
          return Double.NEGATIVE_INFINITY;
        }
        default -> {
          byte[] bytes = base64(text);
          if (bytes.length == Double.BYTES) {
            return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getDouble();
          }
        }
      }
    }
    throw wrong(attribute, json, "a number, \"NaN\" or the base64 of a little-endian float64");
  }

  private static byte[] base64(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  /** A value the type does not have masks nothing. */
  private static void addInteger(
      NumberType dataType,
      boolean isOtherSign,
      String attribute,
      JsonNode json,
      List<Long> integers) {
    if (!json.isNumber()) {
      throw wrong(attribute, json, "a number");
    }
    double number = json.doubleValue();
    if (!json.isIntegralNumber() && (Double.isNaN(number) || Double.isInfinite(number))) {
      return;
    }
    // A float means its binary value: -9.223372036854776e18 is the least int64.
    BigDecimal value = json.isIntegralNumber() ? json.decimalValue() : new BigDecimal(number);
    if (isOf(dataType, value) || isOtherSign && isOf(Signedness.counterpart(dataType), value)) {
      integers.add(dataType.extend(value.toBigInteger().longValue()));
    }
  }

  private static boolean isOf(NumberType dataType, BigDecimal value) {
    BigDecimal max =
        dataType.isSigned()
            ? BigDecimal.valueOf(dataType.maxInteger())
            : new BigDecimal(Long.toUnsignedString(dataType.maxInteger()));
    return value.compareTo(BigDecimal.valueOf(dataType.minInteger())) >= 0
        && value.compareTo(max) <= 0
        && value.remainder(BigDecimal.ONE).signum() == 0;
  }

  private static InvalidMetadataException wrong(String attribute, JsonNode json, String allowed) {
    return new InvalidMetadataException(
        "the attribute "
            + attribute
            + " is "
            + json
            + " but must be "
            + allowed
            + ". Set the option maskAndScale to false to read the stored values");
  }

  boolean isEmpty() {
    return integers.length == 0 && floats.length == 0;
  }

  /**
   * The stored bits of the value that a writer puts where a value is missing: the first of them.
   */
  OptionalLong first(NumberType dataType) {
    if (dataType.isFloat()) {
      return floats.length == 0
          ? OptionalLong.empty()
          : OptionalLong.of(
              NumberScalar.ofStored(dataType, dataType.floatFormat().toPattern(floats[0]))
                  .stored());
    }
    return integers.length == 0 ? OptionalLong.empty() : OptionalLong.of(integers[0]);
  }

  /** Whether the bits of a value, which is no NaN, mean that it is missing. */
  boolean names(NumberType dataType, long stored) {
    // Asked of every value that is written.
    for (long missing : integers) {
      if (missing == stored) {
        return true;
      }
    }
    if (floats.length == 0 || isOnlyNaN()) {
      return false;
    }
    double value = dataType.floatFormat().toDouble(stored & dataType.mask());
    for (double missing : floats) {
      if (missing == value) {
        return true;
      }
    }
    return false;
  }

  /** Whether NaN is missing and nothing else. */
  boolean isOnlyNaN() {
    return floats.length == 1 && Double.isNaN(floats[0]);
  }

  /** Which of the widened elements are missing; null if none is. */
  boolean[] nulls(ChunkData values, int offset, int length) {
    boolean[] nulls = null;
    for (double missing : floats) {
      if (values instanceof ChunkData.Floats data) {
        nulls = MaskLoops.find(data.values(), offset, length, (float) missing, nulls);
      } else if (values instanceof ChunkData.Doubles data) {
        nulls = MaskLoops.find(data.values(), offset, length, missing, nulls);
      }
    }
    for (long missing : integers) {
      if (values instanceof ChunkData.Bytes data) {
        nulls = MaskLoops.find(data.values(), offset, length, (byte) missing, nulls);
      } else if (values instanceof ChunkData.Shorts data) {
        nulls = MaskLoops.find(data.values(), offset, length, (short) missing, nulls);
      } else if (values instanceof ChunkData.Ints data) {
        nulls = MaskLoops.find(data.values(), offset, length, (int) missing, nulls);
      } else if (values instanceof ChunkData.Longs data) {
        nulls = MaskLoops.find(data.values(), offset, length, missing, nulls);
      }
    }
    return nulls;
  }
}
