package io.zarrspark.spark.vector;

import org.apache.spark.sql.types.DataType;

/** Columns of type LONG, TIMESTAMP, TIMESTAMP_NTZ and INTERVAL DAY TO SECOND. */
final class LongVector extends BlockColumnVector {
  private long[] values;

  LongVector(DataType type) {
    super(type);
  }

  @Override
  void bindArray(Object array) {
    values = (long[]) array;
  }

  @Override
  public long getLong(int rowId) {
    return values[offset + rowId];
  }
}
