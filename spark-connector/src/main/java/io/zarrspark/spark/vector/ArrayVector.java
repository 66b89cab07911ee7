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

  /**
   * Binds the elements of the row.
   *
   * @param array an array of the elements' primitive type
   * @param first the place of the first of them there
   * @param nullFlags per element, from 0, whether it is NULL; null if none is
   * @param count number of elements
   */
  public void bindElements(Object array, int first, boolean[] nullFlags, int count) {
    elements.bind(array, first, nullFlags);
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
