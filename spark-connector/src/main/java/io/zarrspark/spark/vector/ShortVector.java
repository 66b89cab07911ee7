package io.zarrspark.spark.vector;

import org.apache.spark.sql.types.DataType;

/** Columns of type SHORT. */
final class ShortVector extends BlockColumnVector {
  private short[] values;

  ShortVector(DataType type) {
    super(type);
  }

  @Override
  void bindArray(Object array) {
    values = (short[]) array;
  }

  @Override
  public short getShort(int rowId) {
    return values[offset + rowId];
  }
}
