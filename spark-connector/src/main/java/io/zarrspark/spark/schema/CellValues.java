package io.zarrspark.spark.schema;

import io.zarrspark.chunk.ChunkData;
import java.util.List;

/**
 * Values of a column, in the array of its Spark type. Row {@code i} is element {@code offset + i}.
 *
 * @param values the array
 * @param offset element of the first row
 * @param nulls per row, from 0, whether it is NULL; null if none is
 * @param fields of a column of structs, the values of each field, which have offsets of their own;
 *     null of all others
 */
public record CellValues(ChunkData values, int offset, boolean[] nulls, List<CellValues> fields) {

  public CellValues(ChunkData values, int offset, boolean[] nulls) {
    this(values, offset, nulls, null);
  }

  /** The same values, with other rows NULL. */
  public CellValues withNulls(boolean[] newNulls) {
    return new CellValues(values, offset, newNulls, fields);
  }
}
