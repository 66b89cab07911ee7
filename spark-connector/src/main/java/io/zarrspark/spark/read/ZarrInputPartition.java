package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.PartitionPacker.Piece;
import io.zarrspark.spark.plan.RowSlice;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * A few numbers: which objects of the plan a task reads.
 *
 * @param slice the objects, or some rows of one
 * @param plan the plan they are numbered in; null if it is the one that all tasks share, as it is
 *     unless a filter came after that was made
 * @param hosts where the objects are near
 */
record ZarrInputPartition(RowSlice slice, BlockPlan plan, String[] hosts)
    implements InputPartition {

  /** All of a piece of the plan that tasks share. */
  static ZarrInputPartition whole(Piece piece) {
    return new ZarrInputPartition(RowSlice.whole(piece), null, new String[0]);
  }

  /** What a partition of any kind reads. */
  static ZarrInputPartition of(InputPartition partition) {
    return partition instanceof KeyedInputPartition keyed
        ? keyed.partition()
        : (ZarrInputPartition) partition;
  }

  @Override
  public String[] preferredLocations() {
    return hosts;
  }
}
