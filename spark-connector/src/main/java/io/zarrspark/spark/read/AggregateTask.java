package io.zarrspark.spark.read;

import io.zarrspark.spark.aggregate.PushedAggregation;
import java.io.Serializable;

/**
 * What all partitions of an aggregated scan share.
 *
 * @param cells the cells that are aggregated, with the columns that the aggregation names
 */
record AggregateTask(ReadTask cells, PushedAggregation aggregation) implements Serializable {

  /** Whether only dimensions matter, so that nothing is read. */
  boolean isOfDimensions() {
    return cells.columns().stream().allMatch(column -> column instanceof ReadColumn.Dimension);
  }

  /** The dimensions grouped by, as places in the table. */
  int[] groupDimensions() {
    int[] dimensions = new int[aggregation.groupColumns()];
    for (int i = 0; i < dimensions.length; i++) {
      dimensions[i] = ((ReadColumn.Dimension) cells.columns().get(i)).dimension();
    }
    return dimensions;
  }
}
