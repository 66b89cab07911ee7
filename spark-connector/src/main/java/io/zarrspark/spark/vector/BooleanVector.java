package io.zarrspark.spark.vector;

import org.apache.spark.sql.types.DataType;

/** Columns of type BOOLEAN, held as bytes of which 0 is false. */
final class BooleanVector extends BlockColumnVector {
  private byte[] values;

  BooleanVector(DataType type) {
    super(type);
  }

  @Override
  void bindArray(Object array) {
    values = (byte[]) array;
  }

  @Override
  public boolean getBoolean(int rowId) {
    return values[offset + rowId] != 0;
  }
}
