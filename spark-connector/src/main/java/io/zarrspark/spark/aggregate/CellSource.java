package io.zarrspark.spark.aggregate;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.spark.schema.CellValues;

/**
 * The values of a column in a box of cells. Along a dimension of stride 0 they do not vary: a
 * coordinate along other dimensions than its own, the fill value of a block along all.
 *
 * @param values in the primitive array of the Spark type
 * @param offset element of the first cell
 * @param nulls which cells are NULL; null if none is
 * @param nullOffset flag of the first cell
 * @param strides elements between neighbours along each dimension of the table
 */
public record CellSource(
    ChunkData values, int offset, boolean[] nulls, int nullOffset, int[] strides) {

  /** Values of which the one of some row is that of the first cell. */
  public static CellSource of(CellValues cells, int row, int[] strides) {
    return new CellSource(cells.values(), cells.offset() + row, cells.nulls(), row, strides);
  }
}
