package io.zarrspark.spark.vector;

import org.apache.spark.sql.types.DataType;

/** Columns of type BINARY. */
final class BinaryVector extends BlockColumnVector {
  private byte[][] values;

  BinaryVector(DataType type) {
    super(type);
  }

  @Override
  void bindArray(Object array) {
    values = (byte[][]) array;
  }

  @Override
  public byte[] getBinary(int rowId) {
    return isNullAt(rowId) ? null : values[offset + rowId];
  }
}
