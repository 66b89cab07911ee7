package io.zarrspark.spark.io;

/** What a row of a table is. */
public enum RowLayout {
  /** A cell of the grid. */
  CELLS,
  /** A block of cells, its values in arrays. */
  BLOCKS
}
