package io.zarrspark.spark.vector;

import org.apache.spark.sql.types.DataType;

/** Columns of type BYTE. */
final class ByteVector extends BlockColumnVector {
  private byte[] values;

  ByteVector(DataType type) {
    super(type);
  }

  @Override
  void bindArray(Object array) {
    values = (byte[]) array;
  }

  @Override
  public byte getByte(int rowId) {
    return values[offset + rowId];
  }
}
