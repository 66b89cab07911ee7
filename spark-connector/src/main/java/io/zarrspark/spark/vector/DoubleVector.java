package io.zarrspark.spark.vector;

import org.apache.spark.sql.types.DataType;

/** Columns of type DOUBLE. */
final class DoubleVector extends BlockColumnVector {
  private double[] values;

  DoubleVector(DataType type) {
    super(type);
  }

  @Override
  void bindArray(Object array) {
    values = (double[]) array;
  }

  @Override
  public double getDouble(int rowId) {
    return values[offset + rowId];
  }
}
