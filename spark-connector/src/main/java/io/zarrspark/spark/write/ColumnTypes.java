package io.zarrspark.spark.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.BoolType;
import io.zarrspark.type.ComplexType;
import io.zarrspark.type.DataType;
import io.zarrspark.type.FieldsType;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.StructuredType;
import io.zarrspark.type.TimeType;
import io.zarrspark.type.VariableType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.YearMonthIntervalType;

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
                        + ", which no array can hold. Cast it to a number, a time, a string or"
                        + " bytes, or leave it out"));
  }

  /**
   * Whether a column becomes numbers with CF units: all times and durations but those that NumPy's
   * types give back, and these too if the encoding speaks of units or numbers.
   */
  static boolean isInUnits(org.apache.spark.sql.types.DataType type, ObjectNode encoding) {
    return type instanceof TimestampType
        || type instanceof DateType
        || type instanceof DayTimeIntervalType
        || type instanceof TimestampNTZType
            && (encoding.has("units")
                || encoding.has("calendar")
                || encoding.has("dtype") && !encoding.path("dtype").isObject());
  }

  /** The attributes of numbers that are times or durations. */
  static ObjectNode attributes(org.apache.spark.sql.types.DataType type, TimeUnits units) {
    ObjectNode attributes = Json.nodes().objectNode();
    return type instanceof DayTimeIntervalType
        ? attributes.put("units", units.ofDuration()).put("dtype", "timedelta64[us]")
        : attributes.put("units", units.since1970()).put("calendar", "proleptic_gregorian");
  }

  /** The same type with every field of a struct nullable, as columns of rows are. */
  static org.apache.spark.sql.types.DataType nullable(org.apache.spark.sql.types.DataType type) {
    if (!(type instanceof StructType struct)) {
      return type;
    }
    StructType nullable = new StructType();
    for (StructField field : struct.fields()) {
      nullable = nullable.add(field.name(), nullable(field.dataType()), true);
    }
    return nullable;
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
    if (type instanceof LongType
        || type instanceof TimestampType
        || type instanceof DateType
        || type instanceof DayTimeIntervalType) {
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
    if (type instanceof BinaryType) {
      return Optional.of(VariableType.BYTES);
    }
    if (type instanceof BooleanType) {
      return Optional.of(BoolType.BOOL);
    }
    if (type instanceof TimestampNTZType) {
      return Optional.of(new TimeType(TimeType.Kind.DATETIME, TimeType.Unit.MICROSECOND, 1));
    }
    if (type instanceof YearMonthIntervalType) {
      return Optional.of(new TimeType(TimeType.Kind.TIMEDELTA, TimeType.Unit.MONTH, 1));
    }
    return type instanceof StructType struct ? fields(struct) : Optional.empty();
  }

  /** Complex numbers, or a struct of what has a fixed number of bytes. */
  private static Optional<DataType> fields(StructType struct) {
    List<FieldsType.Field> fields = new ArrayList<>();
    for (StructField field : struct.fields()) {
      Optional<DataType> type =
          isInUnits(field.dataType(), Json.nodes().objectNode())
              ? Optional.empty()
              : known(field.dataType());
      if (type.isEmpty() || type.get() instanceof VariableType) {
        return Optional.empty();
      }
      fields.add(new FieldsType.Field(field.name(), type.get()));
    }
    for (ComplexType complex : List.of(ComplexType.COMPLEX64, ComplexType.COMPLEX128)) {
      if (complex.fields().equals(fields)) {
        return Optional.of(complex);
      }
    }
    return fields.isEmpty()
        ? Optional.empty()
        : Optional.of(new StructuredType(StructuredType.NAME, List.copyOf(fields)));
  }
}
