package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.ValueCondition;
import java.io.Serializable;
import org.apache.spark.sql.types.DataType;

/** A column of a scan as an executor needs it. */
sealed interface ReadColumn extends Serializable {

  DataType sparkType();

  /**
   * A dimension.
   *
   * @param dimension its place in the table
   * @param values a primitive array of the coordinates from index {@code first} on; null for a
   *     dimension without, whose values are its indices
   * @param nulls which of the values are NULL; null if none is
   */
  record Dimension(DataType sparkType, int dimension, Object values, boolean[] nulls, long first)
      implements ReadColumn {}

  /**
   * The number of the block.
   *
   * @param grid number of blocks along each dimension
   */
  record BlockNumber(DataType sparkType, long[] grid) implements ReadColumn {}

  /** The first index of the block along a dimension. */
  record BlockStart(DataType sparkType, int dimension) implements ReadColumn {}

  /** The number of indices of the block along a dimension. */
  record BlockSize(DataType sparkType, int dimension) implements ReadColumn {}

  /**
   * A variable.
   *
   * @param path of the array in the store
   * @param document its metadata
   * @param axes the place in the table of each of its dimensions
   * @param condition what a value must satisfy for Spark to keep its row; null if nothing is known
   */
  record Variable(
      DataType sparkType, String path, String document, int[] axes, ValueCondition condition)
      implements ReadColumn {}
}
