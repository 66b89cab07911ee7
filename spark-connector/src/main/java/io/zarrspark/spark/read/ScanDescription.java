package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.schema.DimensionColumn;
import io.zarrspark.spark.schema.TableLayout;
import java.util.List;

/** What EXPLAIN shows of a plan: the wanted ranges, the blocks, the objects. */
record ScanDescription(TableLayout layout, BlockPlan plan) {

  String text(long allBlocks) {
    StringBuilder text = new StringBuilder("zarr ").append(layout.location()).append(" [");
    List<DimensionColumn> dimensions = layout.dimensions();
    for (int d = 0; d < dimensions.size(); d++) {
      DimensionColumn column = dimensions.get(d);
      text.append(d == 0 ? "" : ", ").append(column.name()).append(' ');
      boolean isWhole = plan.ranges(d).count() == column.size();
      text.append(isWhole ? "all " + column.size() : plan.ranges(d) + " of " + column.size());
    }
    return text.append("], blocks ")
        .append(plan.blockCount())
        .append(" of ")
        .append(allBlocks)
        .append(" in ")
        .append(plan.objectCount())
        .append(" objects")
        .toString();
  }
}
