package io.zarrspark.spark.parquet;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.YearMonthIntervalType;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * How the values of a column are held and stored. In between they are the bits of a long, whatever
 * their type.
 */
enum ColumnKind {
  BYTE(4),
  SHORT(4),
  INT(4),
  LONG(8),
  FLOAT(4),
  DOUBLE(8),
  /** Microseconds as the day and the nanosecond of a day, as Spark writes timestamps. */
  INT96(12),
  /** Microseconds as milliseconds, rounded down. */
  MILLIS(8);

  private static final long MICROS_OF_DAY = 86_400_000_000L;
  private static final int JULIAN_DAY_OF_EPOCH = 2_440_588;

  /** Bytes of a stored value. */
  final int bytes;

  ColumnKind(int bytes) {
    this.bytes = bytes;
  }

  /** The kind of a column, if there is one for its type. */
  static Optional<ColumnKind> of(DataType type, PrimitiveTypeName stored, boolean isInMillis) {
    if (type instanceof ByteType) {
      return Optional.of(BYTE);
    }
    if (type instanceof ShortType) {
      return Optional.of(SHORT);
    }
    if (type instanceof IntegerType || type instanceof YearMonthIntervalType) {
      return Optional.of(INT);
    }
    if (type instanceof TimestampType && stored == PrimitiveTypeName.INT96) {
      return Optional.of(INT96);
    }
    if (type instanceof TimestampType && isInMillis) {
      return Optional.of(MILLIS);
    }
    if (type instanceof LongType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType
        || type instanceof DayTimeIntervalType) {
      return Optional.of(LONG);
    }
    if (type instanceof FloatType) {
      return Optional.of(FLOAT);
    }
    return type instanceof DoubleType ? Optional.of(DOUBLE) : Optional.empty();
  }

  /** Appends values of a column, NULLs too, as what they are. */
  void read(ColumnVector vector, int count, long[] target, int at) {
    switch (this) {
      case BYTE -> {
        for (int i = 0; i < count; i++) {
          target[at + i] = vector.getByte(i);
        }
      }
      case SHORT -> {
        for (int i = 0; i < count; i++) {
          target[at + i] = vector.getShort(i);
        }
      }
      case INT -> {
        for (int i = 0; i < count; i++) {
          target[at + i] = vector.getInt(i);
        }
      }
      case FLOAT -> {
        for (int i = 0; i < count; i++) {
          target[at + i] = Float.floatToRawIntBits(vector.getFloat(i));
        }
      }
      case DOUBLE -> {
        for (int i = 0; i < count; i++) {
          target[at + i] = Double.doubleToRawLongBits(vector.getDouble(i));
        }
      }
      case LONG, INT96 -> {
        for (int i = 0; i < count; i++) {
          target[at + i] = vector.getLong(i);
        }
      }
      case MILLIS -> {
        for (int i = 0; i < count; i++) {
          target[at + i] = Math.floorDiv(vector.getLong(i), 1000);
        }
      }
    }
  }

  /** Writes values in Parquet's encoding PLAIN. */
  void writePlain(long[] values, int from, int end, ByteBuffer target) {
    switch (this) {
      case LONG, DOUBLE, MILLIS -> {
        for (int i = from; i < end; i++) {
          target.putLong(values[i]);
        }
      }
      case INT96 -> {
        for (int i = from; i < end; i++) {
          target.putLong(Math.floorMod(values[i], MICROS_OF_DAY) * 1000);
          target.putInt((int) Math.floorDiv(values[i], MICROS_OF_DAY) + JULIAN_DAY_OF_EPOCH);
        }
      }
      default -> {
        for (int i = from; i < end; i++) {
          target.putInt((int) values[i]);
        }
      }
    }
  }

  /** Tells statistics the least and the largest value, and NaN if there is one. */
  void addRange(long[] values, int from, int end, Statistics<?> statistics) {
    if (from == end || this == INT96) {
      return;
    }
    switch (this) {
      case FLOAT -> {
        float least = Float.intBitsToFloat((int) values[from]);
        float most = least;
        for (int i = from; i < end; i++) {
          float value = Float.intBitsToFloat((int) values[i]);
          least = Math.min(least, value);
          most = Math.max(most, value);
        }
        statistics.updateStats(least);
        statistics.updateStats(most);
      }
      case DOUBLE -> {
        double least = Double.longBitsToDouble(values[from]);
        double most = least;
        for (int i = from; i < end; i++) {
          double value = Double.longBitsToDouble(values[i]);
          least = Math.min(least, value);
          most = Math.max(most, value);
        }
        statistics.updateStats(least);
        statistics.updateStats(most);
      }
      default -> {
        long least = values[from];
        long most = least;
        for (int i = from; i < end; i++) {
          least = Math.min(least, values[i]);
          most = Math.max(most, values[i]);
        }
        if (bytes == 4) {
          statistics.updateStats((int) least);
          statistics.updateStats((int) most);
        } else {
          statistics.updateStats(least);
          statistics.updateStats(most);
        }
      }
    }
  }
}
