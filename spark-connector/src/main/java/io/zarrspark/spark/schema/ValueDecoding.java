package io.zarrspark.spark.schema;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.BoolType;
import io.zarrspark.type.FieldsType;
import io.zarrspark.type.FixedBytesType;
import io.zarrspark.type.TimeType;
import io.zarrspark.type.VariableType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** How elements that are no numbers, or stand for none, become values of a column. */
interface ValueDecoding {
  DataType sparkType();

  /** Whether a value may be NULL. */
  boolean isNullable();

  /** The values of elements {@code [offset, offset + length)}. */
  CellValues decode(ChunkData elements, int offset, int length);

  /** The decoding of a type that is no number. */
  static ValueDecoding of(io.zarrspark.type.DataType stored, DecodingOptions options) {
    if (stored instanceof TimeType time) {
      return options.decodeTimes() ? NumpyTime.of(time) : new AsTheyAre(DataTypes.LongType);
    }
    if (stored instanceof FieldsType fields) {
      return FieldsDecoding.of(fields, options);
    }
    if (stored instanceof BoolType) {
      return new AsTheyAre(DataTypes.BooleanType);
    }
    boolean isText =
        stored == VariableType.STRING || stored instanceof FixedBytesType fixed && fixed.isText();
    return new AsTheyAre(isText ? DataTypes.StringType : DataTypes.BinaryType);
  }

  /** Elements whose array is that of the Spark type. */
  record AsTheyAre(DataType sparkType) implements ValueDecoding {
    @Override
    public boolean isNullable() {
      return false;
    }

    @Override
    public CellValues decode(ChunkData elements, int offset, int length) {
      return new CellValues(elements, offset, null);
    }
  }

  /**
   * Bytes that netCDF, which has no booleans, holds in their place.
   *
   * @param mask the missing ones; null if none are
   */
  record Booleans(Mask mask) implements ValueDecoding {
    @Override
    public DataType sparkType() {
      return DataTypes.BooleanType;
    }

    @Override
    public boolean isNullable() {
      return mask != null;
    }

    @Override
    public CellValues decode(ChunkData elements, int offset, int length) {
      return new CellValues(
          elements, offset, mask == null ? null : mask.nulls(elements, offset, length));
    }
  }
}
