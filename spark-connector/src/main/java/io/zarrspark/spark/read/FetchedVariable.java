package io.zarrspark.spark.read;

import io.zarrspark.spark.schema.CellValues;

/** What a variable has in one object of the plan, fetched, not yet decoded. */
interface FetchedVariable {

  /** The values of the rows of a block, until those of another one are asked for. */
  CellValues cells(BlockBox box);

  /**
   * The value that all rows of a block are known to have because none of it is stored, as a single
   * row; null if they may differ. Decodes nothing.
   */
  CellValues constant(BlockBox box);

  /** Says that the object is done with: no block will be asked for any more. */
  void release();
}
