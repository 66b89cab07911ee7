package io.zarrspark.spark.read;

import io.zarrspark.spark.vector.ArrayVector;
import java.util.Arrays;

/** The coordinates of a block along one dimension, as an array: a window of those of all blocks. */
record BlockCoordinates(ReadColumn.Dimension column, ArrayVector vector) {

  /** Blocks are wanted whole: their indices follow each other. */
  void bind(BlockBox box) {
    long start = box.start()[column.dimension()];
    int count = box.shape()[column.dimension()];
    vector.setLength(count);
    if (column.values() == null) {
      long[] indices = new long[count];
      Arrays.setAll(indices, i -> start + i);
      vector.elements().bind(indices, 0, null);
      return;
    }
    int first = (int) (start - column.first());
    boolean[] nulls =
        column.nulls() == null ? null : Arrays.copyOfRange(column.nulls(), first, first + count);
    vector.elements().bind(column.values(), first, nulls);
  }
}
