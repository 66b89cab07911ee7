package io.zarrspark.spark.write;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.spark.schema.CellEncoding;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** Values of any type of numbers, converted as the array's encoding says. */
final class NumberEncoder extends CellEncoder {
  /** How a row holds a value. */
  private enum Source {
    BYTE,
    SHORT,
    INT,
    LONG,
    DATE,
    FLOAT,
    DOUBLE,
    DECIMAL
  }

  private final CellEncoding encoding;
  private final Source source;
  private final int precision;
  private final int scale;
  private ChunkData elements;

  private NumberEncoder(CellEncoding encoding, Source source, DataType type) {
    this.encoding = encoding;
    this.source = source;
    this.precision = type instanceof DecimalType decimal ? decimal.precision() : 0;
    this.scale = type instanceof DecimalType decimal ? decimal.scale() : 0;
  }

  /** Whether columns of that type can be stored. */
  static boolean knows(DataType type) {
    return source(type) != null;
  }

  /** The encoder from a column's type to an array. */
  static CellEncoder of(DataType type, CellEncoding encoding) {
    boolean sameFloats =
        encoding.isPlain()
            && (type instanceof FloatType
                    && encoding.stored() == io.zarrspark.type.NumberType.FLOAT32
                || type instanceof DoubleType
                    && encoding.stored() == io.zarrspark.type.NumberType.FLOAT64);
    return sameFloats
        ? new FloatEncoder(encoding)
        : new NumberEncoder(encoding, source(type), type);
  }

  private static Source source(DataType type) {
    if (type instanceof ByteType) {
      return Source.BYTE;
    }
    if (type instanceof ShortType) {
      return Source.SHORT;
    }
    if (type instanceof IntegerType) {
      return Source.INT;
    }
    if (type instanceof LongType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType
        || type instanceof DayTimeIntervalType) {
      return Source.LONG;
    }
    if (type instanceof DateType) {
      return Source.DATE;
    }
    if (type instanceof FloatType) {
      return Source.FLOAT;
    }
    if (type instanceof DoubleType) {
      return Source.DOUBLE;
    }
    return type instanceof DecimalType ? Source.DECIMAL : null;
  }

  @Override
  void bind(ChunkData newElements) {
    elements = newElements;
  }

  @Override
  void put(SpecializedGetters row, int ordinal, int element) {
    long bits =
        switch (source) {
          case BYTE -> encoding.encode((long) row.getByte(ordinal));
          case SHORT -> encoding.encode((long) row.getShort(ordinal));
          case INT -> encoding.encode((long) row.getInt(ordinal));
          case LONG -> encoding.encode(row.getLong(ordinal));
          case DATE -> encoding.encode(CoordinateType.DATE.micros(row.getInt(ordinal)));
          case FLOAT -> encoding.encode((double) row.getFloat(ordinal));
          case DOUBLE -> encoding.encode(row.getDouble(ordinal));
          case DECIMAL ->
              encoding.encode(row.getDecimal(ordinal, precision, scale).toJavaBigDecimal());
        };
    if (encoding.readsAsNull(bits)) {
      throw new ArithmeticException(
          "it is the missing value of the array and would be read as NULL");
    }
    elements.setStored(element, bits);
  }

  @Override
  void putNull(int element) {
    elements.setStored(element, encoding.missing().orElseThrow(NumberEncoder::noMissingValue));
  }

  static ArithmeticException noMissingValue() {
    return new ArithmeticException(
        "the array has no missing value. Give it one with the attribute _FillValue, or leave such"
            + " rows out");
  }
}
