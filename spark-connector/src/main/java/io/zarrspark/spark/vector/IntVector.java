package io.zarrspark.spark.vector;

import org.apache.spark.sql.types.DataType;

/** Columns of type INTEGER and INTERVAL YEAR TO MONTH. */
final class IntVector extends BlockColumnVector {
  private int[] values;

  IntVector(DataType type) {
    super(type);
  }

  @Override
  void bindArray(Object array) {
    values = (int[]) array;
  }

  @Override
  public int getInt(int rowId) {
    return values[offset + rowId];
  }
}
