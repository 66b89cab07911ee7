package io.zarrspark.spark.read;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.schema.CellValues;

/** The coordinates of the wanted indices of a dimension, one after the other. */
final class WantedCoordinates {
  private WantedCoordinates() {}

  /**
   * Those of some wanted indices.
   *
   * @param from the first, counted among the wanted ones
   */
  static CellValues of(ReadColumn.Dimension column, IndexRanges wanted, long from, int count) {
    ChunkData values =
        column.values() == null
            ? new ChunkData.Longs(new long[count])
            : Primitives.like(Primitives.wrap(column.values()), count);
    boolean[] nulls = column.nulls() == null ? null : new boolean[count];
    if (count == 0) {
      return new CellValues(values, 0, nulls);
    }
    IndexRanges ranges = wanted.clip(wanted.select(from), wanted.select(from + count - 1) + 1);
    int n = 0;
    for (int r = 0; r < ranges.size(); r++) {
      int length = (int) (ranges.to(r) - ranges.from(r));
      int first = (int) (ranges.from(r) - column.first());
      if (column.values() == null) {
        for (int i = 0; i < length; i++) {
          values.setStored(n + i, ranges.from(r) + i);
        }
      } else {
        System.arraycopy(column.values(), first, values.array(), n, length);
      }
      if (nulls != null) {
        System.arraycopy(column.nulls(), first, nulls, n, length);
      }
      n += length;
    }
    return new CellValues(values, 0, nulls);
  }

  /** The coordinates at some places. */
  static CellValues select(CellValues from, int[] places) {
    ChunkData values = Primitives.like(from.values(), places.length);
    boolean[] nulls = from.nulls() == null ? null : new boolean[places.length];
    for (int i = 0; i < places.length; i++) {
      Primitives.copy(from.values(), from.offset() + places[i], values, i);
      if (nulls != null) {
        nulls[i] = from.nulls()[places[i]];
      }
    }
    return new CellValues(values, 0, nulls);
  }
}
