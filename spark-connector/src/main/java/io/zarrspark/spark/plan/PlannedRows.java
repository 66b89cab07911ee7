package io.zarrspark.spark.plan;

/**
 * The rows of a plan, one per wanted cell, numbered as they are read: object by object, each in C
 * order. All questions are answered by arithmetic, as those about blocks are.
 */
final class PlannedRows {
  private final BlockPlan plan;

  PlannedRows(BlockPlan plan) {
    this.plan = plan;
  }

  /** Number of rows; saturated. */
  long count() {
    return plan.cellCount();
  }

  /** Number of rows in all objects before an ordinal, which may be the count; saturated. */
  long before(long ordinal) {
    if (ordinal == plan.objectCount()) {
      return count();
    }
    long[] ordinals = plan.ordinals(ordinal);
    long before = 0;
    long outer = 1;
    for (int d = 0; d < ordinals.length; d++) {
      GridAxis axis = plan.axis(d);
      long unit = BlockPlan.saturatedProduct(outer, below(d));
      before += BlockPlan.saturatedProduct(axis.indicesBefore(ordinals[d]), unit);
      if (before < 0) {
        return Long.MAX_VALUE;
      }
      outer = BlockPlan.saturatedProduct(outer, axis.indicesOf(ordinals[d]));
    }
    return before;
  }

  /** The ordinal of the object that holds a row. */
  long objectOf(long row) {
    long rest = row;
    long outer = 1;
    long ordinal = 0;
    for (int d = 0; d < plan.rank(); d++) {
      GridAxis axis = plan.axis(d);
      long unit = BlockPlan.saturatedProduct(outer, below(d));
      long axisOrdinal = axis.objectOfIndex(rest / unit);
      rest -= axis.indicesBefore(axisOrdinal) * unit;
      outer = BlockPlan.saturatedProduct(outer, axis.indicesOf(axisOrdinal));
      ordinal = ordinal * axis.objectCount() + axisOrdinal;
    }
    return ordinal;
  }

  /** Rows per index of a dimension: the product over the faster dimensions. */
  private long below(int dimension) {
    long rows = 1;
    for (int d = dimension + 1; d < plan.rank(); d++) {
      rows = BlockPlan.saturatedProduct(rows, plan.axis(d).ranges().count());
    }
    return rows;
  }
}
