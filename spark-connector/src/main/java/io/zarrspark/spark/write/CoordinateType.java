package io.zarrspark.spark.write;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Types of coordinates, each with a code: a long that is ordered like the values and equal where
 * they are equal. The codes of strings have no order, and different strings may have the same.
 */
enum CoordinateType {
  BYTE(DataTypes.ByteType),
  SHORT(DataTypes.ShortType),
  INT(DataTypes.IntegerType),
  LONG(DataTypes.LongType),
  FLOAT(DataTypes.FloatType),
  DOUBLE(DataTypes.DoubleType),
  DATE(DataTypes.DateType),
  TIMESTAMP(DataTypes.TimestampType),
  TIMESTAMP_NTZ(DataTypes.TimestampNTZType),
  INTERVAL(DataTypes.createDayTimeIntervalType()),
  STRING(DataTypes.StringType);

  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final DataType sparkType;

  CoordinateType(DataType sparkType) {
    this.sparkType = sparkType;
  }

  /** The type of a column of coordinates. */
  static CoordinateType of(String column, DataType sparkType) {
    for (CoordinateType type : values()) {
      if (type.sparkType.equals(sparkType)) {
        return type;
      }
    }
    throw new WriteException(
        "The dimension column "
            + column
            + " is "
            + sparkType.sql()
            + "; coordinates can be integers, floats, dates, timestamps, intervals of days to seconds"
            + " and strings. Cast it");
  }

  DataType sparkType() {
    return sparkType;
  }

  boolean isFloat() {
    return this == FLOAT || this == DOUBLE;
  }

  boolean isTime() {
    return this == DATE || this == TIMESTAMP || this == TIMESTAMP_NTZ;
  }

  boolean isText() {
    return this == STRING;
  }

  /**
   * The code of a value that is not NULL.
   *
   * @param column its name, for messages
   */
  long code(SpecializedGetters row, int ordinal, String column) {
    return switch (this) {
      case BYTE -> row.getByte(ordinal);
      case SHORT -> row.getShort(ordinal);
      case INT, DATE -> row.getInt(ordinal);
      case LONG, TIMESTAMP, TIMESTAMP_NTZ, INTERVAL -> row.getLong(ordinal);
      case FLOAT -> code(row.getFloat(ordinal), column);
      case DOUBLE -> code(row.getDouble(ordinal), column);
      case STRING -> ofText(row.getUTF8String(ordinal));
    };
  }

  /** The order of doubles as that of longs; the two zeros are one. */
  private static long code(double value, String column) {
    if (Double.isNaN(value)) {
      throw new WriteException(
          "NaN in the dimension column " + column + ": no cell has such a coordinate");
    }
    return ofDouble(value);
  }

  static long ofDouble(double value) {
    long bits = Double.doubleToRawLongBits(value == 0 ? 0.0 : value);
    return bits < 0 ? Long.MIN_VALUE - bits - 1 : bits;
  }

  static long ofText(UTF8String text) {
    long code = text.numBytes();
    for (byte part : text.getBytes()) {
      code = code * 31 + part;
    }
    return Mixing.mix(code);
  }

  static double toDouble(long code) {
    return Double.longBitsToDouble(code < 0 ? Long.MIN_VALUE - code - 1 : code);
  }

  /** The value of a code as Spark's rows hold it; strings cannot be told from theirs. */
  Object value(long code) {
    return switch (this) {
      case BYTE -> (byte) code;
      case SHORT -> (short) code;
      case INT, DATE -> (int) code;
      case LONG, TIMESTAMP, TIMESTAMP_NTZ, INTERVAL -> code;
      case FLOAT -> (float) toDouble(code);
      case DOUBLE -> toDouble(code);
      case STRING -> throw new IllegalStateException("a string is more than its code");
    };
  }

  /** Microseconds since 1970 of a time, or those of a duration. */
  long micros(long code) {
    return this == DATE ? Math.multiplyExact(code, MICROS_PER_DAY) : code;
  }

  /** A coordinate as messages show it; times are in UTC. */
  String text(long code) {
    return switch (this) {
      case DATE -> LocalDate.ofEpochDay(code).toString();
      case TIMESTAMP -> Instant.EPOCH.plus(code, ChronoUnit.MICROS).toString();
      case TIMESTAMP_NTZ -> Instant.EPOCH.plus(code, ChronoUnit.MICROS).toString().replace("Z", "");
      case INTERVAL -> Duration.of(code, ChronoUnit.MICROS).toString();
      default -> value(code).toString();
    };
  }
}
