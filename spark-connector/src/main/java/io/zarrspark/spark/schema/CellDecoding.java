package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.util.Optional;

/**
 * How decoded elements of an array become values of a column: widened to the Spark type, missing
 * ones masked, packed ones unpacked, times turned to instants or text. Immutable.
 */
public final class CellDecoding {
  private final NumberType stored;
  private final Mask mask;
  private final Packing packing;
  private final CfTime time;
  private final ValueDecoding other;

  private CellDecoding(
      NumberType stored, Mask mask, Packing packing, CfTime time, ValueDecoding other) {
    this.other = other;
    this.stored = stored;
    this.mask = mask;
    this.packing = packing;
    this.time = time;
  }

  /**
   * The decoding that an array's attributes ask for.
   *
   * @param document its metadata, which says the format of the store
   */
  public static CellDecoding of(ZarrArray array, JsonNode document, DecodingOptions options) {
    if (!(array.dataType() instanceof NumberType stored)) {
      return of(array.dataType(), options);
    }
    ObjectNode attributes = options.attributes(array, document);
    NumberScalar fillValue =
        options.isFillValueMissing(document) ? (NumberScalar) array.metadata().fillValue() : null;
    return of(stored, attributes, fillValue, options);
  }

  /** The decoding of elements that no attributes belong to. */
  static CellDecoding of(io.zarrspark.type.DataType stored, DecodingOptions options) {
    return stored instanceof NumberType number
        ? of(number, Json.nodes().objectNode(), null, options)
        : new CellDecoding(null, null, null, null, ValueDecoding.of(stored, options));
  }

  private static CellDecoding of(
      NumberType stored, ObjectNode attributes, NumberScalar fillValue, DecodingOptions options) {
    Optional<CfTime> time = time(attributes, options);
    if (!options.maskAndScale()) {
      return new CellDecoding(stored, null, null, time.orElse(null), null);
    }
    NumberType meant = Signedness.of(stored, attributes);
    Mask mask = Mask.of(meant, meant != stored, attributes, fillValue);
    Optional<Packing> packing = Packing.of(meant, attributes);
    if (isBoolean(meant, attributes) && packing.isEmpty() && time.isEmpty()) {
      return new CellDecoding(
          null, null, null, null, new ValueDecoding.Booleans(mask.isEmpty() ? null : mask));
    }
    boolean inFloat32 = meant == NumberType.FLOAT32 && mask.isOnlyNaN() && time.isEmpty();
    return new CellDecoding(
        meant,
        mask.isEmpty() ? null : mask,
        packing.map(p -> inFloat32 ? p.inFloat32() : p).orElse(null),
        time.orElse(null),
        null);
  }

  /** xarray's note on booleans that it wrote as {@code int8}, as netCDF needs them. */
  private static boolean isBoolean(NumberType meant, ObjectNode attributes) {
    return meant == NumberType.INT8 && attributes.path("dtype").asText().equals("bool");
  }

  static Optional<CfTime> time(ObjectNode attributes, DecodingOptions options) {
    Optional<CfTime> time = options.decodeTimes() ? CfTime.of(attributes) : Optional.empty();
    return switch (options.decodeTimedelta()) {
      case NONE -> time;
      case NOTED -> time.or(() -> CfTime.durations(attributes, false));
      case BY_UNITS -> time.or(() -> CfTime.durations(attributes, true));
    };
  }

  public org.apache.spark.sql.types.DataType sparkType() {
    if (other != null) {
      return other.sparkType();
    }
    if (time != null) {
      return time.sparkType();
    }
    return packing != null ? packing.sparkType() : SparkTypes.of(stored);
  }

  /** Whether a value may be NULL. */
  public boolean isNullable() {
    if (other != null) {
      return other.isNullable();
    }
    return mask != null
        || time != null && (CfTime.hasNotATime(stored) || packing != null && !packing.integer());
  }

  /** Whether values are times or durations, which have their units no more. */
  boolean isTime() {
    return time != null;
  }

  /** Of integers: no value is further from 0 than this, which is rounded up. */
  public double maxMagnitude() {
    if (other != null) {
      return Double.POSITIVE_INFINITY;
    }
    double max = stored.isInteger() ? Math.scalb(1.0, stored.bits()) : Double.POSITIVE_INFINITY;
    double scale = packing == null || packing.scale() == null ? 1 : Math.abs(packing.scale());
    return max * Math.max(1, scale);
  }

  /**
   * The values of elements {@code [offset, offset + length)}: the same array where nothing is to be
   * done, a new one otherwise.
   */
  public CellValues decode(ChunkData elements, int offset, int length) {
    if (other != null) {
      return other.decode(elements, offset, length);
    }
    ChunkData values = elements;
    int from = offset;
    if (!Widening.isIdentity(stored)) {
      values = Widening.widen(stored, values, from, length);
      from = 0;
    }
    boolean[] nulls = mask == null ? null : mask.nulls(values, from, length);
    if (packing != null) {
      values = packing.unpack(stored, values, from, length);
      from = 0;
    }
    return time == null
        ? new CellValues(values, from, nulls)
        : time.decode(stored, values, from, length, nulls);
  }
}
