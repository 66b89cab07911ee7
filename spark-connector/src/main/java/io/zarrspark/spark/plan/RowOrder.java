package io.zarrspark.spark.plan;

/**
 * In which order the rows of a plan come. They are read by nested loops, over objects along each
 * dimension, over blocks along each within an object, over cells along each within a block:
 *
 * <pre>
 *   objects        blocks         cells
 *   time lat lon   time lat lon   time lat lon
 * </pre>
 *
 * Loops of one round count for nothing. Rows are sorted by the first dimensions as far as no loop
 * over one of these stands behind a loop over a faster one; a partition is a section of the whole
 * sequence, so it is sorted likewise.
 */
public final class RowOrder {
  private RowOrder() {}

  /** By how many of the first dimensions, in their order, rows are sorted by index. */
  public static int sortedDimensions(BlockPlan plan) {
    int rank = plan.rank();
    boolean[] loops = new boolean[3 * rank];
    for (int d = 0; d < rank; d++) {
      GridAxis axis = plan.axis(d);
      loops[d] = axis.objectCount() > 1;
      loops[rank + d] = axis.blockCount() > axis.objectCount();
      loops[2 * rank + d] = axis.ranges().count() > axis.blockCount();
    }
    int sorted = rank;
    int fastest = -1;
    for (int i = 0; i < loops.length; i++) {
      int dimension = i % rank;
      if (!loops[i]) {
        continue;
      }
      if (dimension < fastest) {
        sorted = Math.min(sorted, dimension);
      }
      fastest = Math.max(fastest, dimension);
    }
    return sorted;
  }
}
