package io.zarrspark.spark.write;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.spark.schema.CellEncoding;
import io.zarrspark.spark.schema.DecodingOptions;
import io.zarrspark.spark.schema.NumpyTime;
import io.zarrspark.type.BoolType;
import io.zarrspark.type.FieldsType;
import io.zarrspark.type.FixedBytesType;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.TimeType;
import io.zarrspark.type.VariableType;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Which encoder puts the values of a column into an array. */
final class CellEncoders {
  private CellEncoders() {}

  /**
   * The encoder from a column to an array.
   *
   * @param document metadata of the array
   * @param decoding the conventions that reading will apply
   * @throws WriteException if the array cannot hold such a column
   */
  static CellEncoder of(
      DataType type, ZarrArray array, JsonNode document, DecodingOptions decoding) {
    CellEncoder encoder =
        array.dataType() instanceof NumberType
            ? ofNumbers(type, CellEncoding.of(array, document, decoding))
            : ofOthers(type, array.dataType(), decoding);
    if (encoder == null) {
      throw new WriteException(
          "Cannot write "
              + type.sql()
              + " into "
              + array.location()
              + ", which holds "
              + array.dataType()
              + ". Cast the column, or store another dtype");
    }
    return encoder;
  }

  /** Null where the types do not fit. */
  private static CellEncoder of(
      DataType type, io.zarrspark.type.DataType stored, DecodingOptions decoding) {
    return stored instanceof NumberType number
        ? ofNumbers(type, CellEncoding.of(number))
        : ofOthers(type, stored, decoding);
  }

  private static CellEncoder ofNumbers(DataType type, CellEncoding encoding) {
    return NumberEncoder.knows(type) ? NumberEncoder.of(type, encoding) : null;
  }

  private static CellEncoder ofOthers(
      DataType type, io.zarrspark.type.DataType stored, DecodingOptions decoding) {
    if (stored instanceof BoolType) {
      return type instanceof BooleanType ? new BooleanEncoder() : null;
    }
    if (stored instanceof TimeType time) {
      if (!decoding.decodeTimes() || time.unit() == TimeType.Unit.GENERIC) {
        return type instanceof LongType ? new PlainLongEncoder() : null;
      }
      return NumpyTime.of(time).sparkType().getClass() == type.getClass()
          ? new NumpyTimeEncoder(time, type)
          : null;
    }
    if (stored instanceof FieldsType fields) {
      return type instanceof StructType struct ? ofFields(struct, fields, decoding) : null;
    }
    boolean isText =
        stored == VariableType.STRING || stored instanceof FixedBytesType fixed && fixed.isText();
    return (isText ? type instanceof StringType : type instanceof BinaryType)
        ? new TextEncoder(stored, isText)
        : null;
  }

  private static CellEncoder ofFields(
      StructType type, FieldsType stored, DecodingOptions decoding) {
    if (type.fields().length != stored.fields().size()) {
      return null;
    }
    List<CellEncoder> encoders = new ArrayList<>();
    for (int i = 0; i < type.fields().length; i++) {
      StructField field = type.fields()[i];
      FieldsType.Field storedField = stored.fields().get(i);
      CellEncoder encoder =
          field.name().equals(storedField.name())
              ? of(field.dataType(), storedField.dataType(), decoding)
              : null;
      if (encoder == null) {
        return null;
      }
      encoders.add(encoder);
    }
    return new StructEncoder(encoders);
  }
}
