package io.zarrspark.spark.write;

import io.zarrspark.type.DataType;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.VariableType;
import java.util.Optional;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** The data type of a new array for each type of column: the one that reading gives back. */
final class ColumnTypes {
  private ColumnTypes() {}

  static DataType dataType(String column, org.apache.spark.sql.types.DataType type) {
    return known(type)
        .orElseThrow(
            () ->
                new WriteException(
                    "The column "
                        + column
                        + " is "
                        + type.sql()
                        + ", which no array can hold yet. Cast it to a number, a timestamp or a"
                        + " string, or leave it out"));
  }

  static boolean isTime(org.apache.spark.sql.types.DataType type) {
    return type instanceof TimestampType
        || type instanceof TimestampNTZType
        || type instanceof DateType;
  }

  private static Optional<DataType> known(org.apache.spark.sql.types.DataType type) {
    if (type instanceof ByteType) {
      return Optional.of(NumberType.INT8);
    }
    if (type instanceof ShortType) {
      return Optional.of(NumberType.INT16);
    }
    if (type instanceof IntegerType) {
      return Optional.of(NumberType.INT32);
    }
    if (type instanceof LongType || isTime(type)) {
      return Optional.of(NumberType.INT64);
    }
    if (type instanceof FloatType) {
      return Optional.of(NumberType.FLOAT32);
    }
    if (type instanceof DoubleType) {
      return Optional.of(NumberType.FLOAT64);
    }
    if (type.equals(DataTypes.createDecimalType(20, 0))) {
      return Optional.of(NumberType.UINT64);
    }
    if (type instanceof StringType) {
      return Optional.of(VariableType.STRING);
    }
    return type instanceof BinaryType ? Optional.of(VariableType.BYTES) : Optional.empty();
  }
}
