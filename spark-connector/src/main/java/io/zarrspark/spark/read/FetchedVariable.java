package io.zarrspark.spark.read;

import io.zarrspark.spark.schema.CellValues;

/** What a variable has in one object of the plan, fetched, not yet decoded. */
interface FetchedVariable {

  /** The values of the rows of a block. */
  CellValues cells(BlockBox box);
}
