package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.NumberType;
import java.util.Optional;
import org.apache.spark.sql.types.DataTypes;

/**
 * How decoded elements of an array become values of a column: widened to the Spark type, missing
 * ones masked, packed ones unpacked, times turned to instants. Immutable.
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

  /** The decoding that an array's attributes ask for. */
  public static CellDecoding of(NumberType stored, ObjectNode attributes, DecodingOptions options) {
    Mask mask = options.maskAndScale() ? Mask.of(stored, attributes) : null;
    Optional<Packing> packing =
        options.maskAndScale() ? Packing.of(stored, attributes) : Optional.empty();
    // An unsigned 64-bit number has no place on the time line that a signed one lacks.
    Optional<CfTime> time =
        options.decodeTimes() && stored != NumberType.UINT64
            ? CfTime.of(attributes)
            : Optional.empty();
    return new CellDecoding(
        stored,
        mask == null || mask.isEmpty() ? null : mask,
        packing.orElse(null),
        time.orElse(null),
        null);
  }

  /** The decoding of elements of any type; those that are no numbers have no attributes of CF. */
  public static CellDecoding of(
      io.zarrspark.type.DataType stored, ObjectNode attributes, DecodingOptions options) {
    return stored instanceof NumberType number
        ? of(number, attributes, options)
        : new CellDecoding(null, null, null, null, ValueDecoding.of(stored, options));
  }

  public org.apache.spark.sql.types.DataType sparkType() {
    if (other != null) {
      return other.sparkType();
    }
    if (time != null) {
      return DataTypes.TimestampType;
    }
    if (packing != null) {
      return packing.integer() ? DataTypes.LongType : DataTypes.DoubleType;
    }
    return SparkTypes.of(stored);
  }

  /** Whether a value may be NULL. */
  public boolean isNullable() {
    if (other != null) {
      return other.isNullable();
    }
    return mask != null
        || time != null && (stored.isFloat() || packing != null && !packing.integer());
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
