package io.zarrspark.spark.vector;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;

/** Columns of type STRING, held as UTF-8. */
final class StringVector extends BlockColumnVector {
  private byte[][] values;

  StringVector(DataType type) {
    super(type);
  }

  @Override
  void bindArray(Object array) {
    values = (byte[][]) array;
  }

  @Override
  public UTF8String getUTF8String(int rowId) {
    return isNullAt(rowId) ? null : UTF8String.fromBytes(values[offset + rowId]);
  }
}
