package io.zarrspark.spark.vector;

import org.apache.spark.sql.types.DataType;

/** Columns of type FLOAT. */
final class FloatVector extends BlockColumnVector {
  private float[] values;

  FloatVector(DataType type) {
    super(type);
  }

  @Override
  void bindArray(Object array) {
    values = (float[]) array;
  }

  @Override
  public float getFloat(int rowId) {
    return values[offset + rowId];
  }
}
