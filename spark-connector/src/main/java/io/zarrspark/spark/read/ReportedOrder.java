package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.CoordinateValues;
import io.zarrspark.spark.plan.CoordinateValues.Order;
import io.zarrspark.spark.plan.RowOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.types.StructType;

/**
 * The order that the rows of each partition are in: by the first dimensions, as far as their
 * indices come in order and their coordinates are in the order of their indices. Behind a dimension
 * with equal coordinates nothing is claimed, since the next one starts anew in their midst.
 */
final class ReportedOrder {
  private ReportedOrder() {}

  static SortOrder[] of(ScanTable table, BlockPlan plan, StructType columns) {
    List<String> wanted = List.of(columns.fieldNames());
    List<SortOrder> orders = new ArrayList<>();
    int sorted = RowOrder.sortedDimensions(plan);
    boolean isStrict = true;
    for (int d = 0; d < sorted && isStrict; d++) {
      String name = table.layout().dimensions().get(d).name();
      if (!wanted.contains(name)) {
        break;
      }
      Optional<CoordinateValues> values = table.coordinates().coordinates(d);
      if (values.isEmpty() || values.get().order() == Order.NONE) {
        break;
      }
      SortDirection direction =
          values.get().order() == Order.ASCENDING
              ? SortDirection.ASCENDING
              : SortDirection.DESCENDING;
      orders.add(Expressions.sort(FieldReference.column(name), direction));
      isStrict = plan.ranges(d).count() == 1 || values.get().isStrict();
    }
    return orders.toArray(new SortOrder[0]);
  }
}
