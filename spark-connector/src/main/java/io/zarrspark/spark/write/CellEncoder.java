package io.zarrspark.spark.write;

import io.zarrspark.chunk.ChunkData;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Puts the values of one column into the elements of an array. What cannot be stored is refused
 * with an {@link ArithmeticException} that says why.
 */
abstract class CellEncoder {

  /** Writes into these elements from now on. */
  abstract void bind(ChunkData elements);

  /** Puts a row's value, which is not NULL, into an element. */
  abstract void put(InternalRow row, int ordinal, int element);

  /** Puts the value that stands for NULL. */
  abstract void putNull(int element);
}
