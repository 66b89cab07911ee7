package io.zarrspark.spark.vector;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnarArray;

/**
 * A column of arrays for batches of one row. The elements stay where they were decoded; no row
 * copies them.
 */
public final class ArrayVector extends BlockColumnVector {
  private final BlockColumnVector elements;
  private int length;

  public ArrayVector(DataType elementType) {
    super(DataTypes.createArrayType(elementType));
    this.elements = BlockColumnVector.of(elementType);
  }

  /** The vector of the elements, to be bound to those of the row. */
  public BlockColumnVector elements() {
    return elements;
  }

  /** Says how many elements the row has. */
  public void setLength(int count) {
    length = count;
  }

  @Override
  void bindArray(Object array) {
    throw new IllegalStateException("an array column is bound by its elements");
  }

  @Override
  public ColumnarArray getArray(int rowId) {
    return new ColumnarArray(elements, 0, length);
  }
}
