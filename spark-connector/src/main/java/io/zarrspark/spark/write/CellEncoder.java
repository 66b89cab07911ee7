package io.zarrspark.spark.write;

import io.zarrspark.chunk.ChunkData;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;

/**
 * Puts the values of one column into the elements of an array. What cannot be stored is refused
 * with an {@link ArithmeticException} that says why.
 */
abstract class CellEncoder {

  /** Writes into these elements from now on. */
  abstract void bind(ChunkData elements);

  /** Puts a value of a row or an array, which is not NULL, into an element. */
  abstract void put(SpecializedGetters row, int ordinal, int element);

  /** Puts the value that stands for NULL. */
  abstract void putNull(int element);

  /**
   * Puts all values of a block at once, if this encoder can.
   *
   * @param values of the block in C order
   * @param elements of the whole object
   * @param sizes of the block along each dimension
   * @param strides of the object's elements
   * @return whether it has
   */
  boolean putBlock(ArrayData values, ChunkData elements, int[] sizes, int[] strides) {
    return false;
  }
}
