package io.zarrspark.spark.vector;

import java.math.BigDecimal;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;

/** Columns of type DECIMAL(20,0), which hold unsigned 64-bit integers by their bits. */
final class UnsignedLongVector extends BlockColumnVector {
  private long[] values;

  UnsignedLongVector(DataType type) {
    super(type);
  }

  @Override
  void bindArray(Object array) {
    values = (long[]) array;
  }

  @Override
  public Decimal getDecimal(int rowId, int precision, int scale) {
    long value = values[offset + rowId];
    // With more digits than a long has, Spark keeps every decimal as an object.
    return Decimal.apply(
        value >= 0 ? BigDecimal.valueOf(value) : new BigDecimal(Long.toUnsignedString(value)),
        precision,
        scale);
  }
}
