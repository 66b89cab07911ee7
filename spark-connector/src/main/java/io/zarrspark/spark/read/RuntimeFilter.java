package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.plan.PredicateTranslator;
import io.zarrspark.spark.schema.DimensionColumn;
import java.util.List;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.StructType;

/** Filters that Spark finds while a query runs, such as the keys of the small side of a join. */
final class RuntimeFilter {
  private RuntimeFilter() {}

  /** The dimensions among the columns, which alone Spark can name. */
  static NamedReference[] attributes(ScanTable table, StructType columns) {
    List<String> wanted = List.of(columns.fieldNames());
    return table.layout().dimensions().stream()
        .map(DimensionColumn::name)
        .filter(wanted::contains)
        .map(FieldReference::column)
        .toArray(NamedReference[]::new);
  }

  /** A plan of the cells for which predicates may be true. */
  static BlockPlan narrow(ScanTable table, BlockPlan plan, Predicate[] predicates) {
    PredicateTranslator translator = table.translator();
    IndexRanges[] ranges = new IndexRanges[plan.rank()];
    for (int d = 0; d < ranges.length; d++) {
      ranges[d] = plan.ranges(d);
    }
    for (Predicate predicate : predicates) {
      IndexRanges[] matching = translator.translate(predicate).ranges();
      for (int d = 0; d < ranges.length; d++) {
        ranges[d] = matching[d] == null ? ranges[d] : ranges[d].intersect(matching[d]);
      }
    }
    return plan.with(ranges);
  }
}
