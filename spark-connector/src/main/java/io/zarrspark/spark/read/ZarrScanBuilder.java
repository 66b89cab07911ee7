package io.zarrspark.spark.read;

import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.schema.TableLayout;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownOffset;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownTopN;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;

/** Collects what Spark pushes into a scan. */
public final class ZarrScanBuilder
    implements ScanBuilder,
        SupportsPushDownV2Filters,
        SupportsPushDownRequiredColumns,
        SupportsPushDownLimit,
        SupportsPushDownOffset,
        SupportsPushDownTopN {
  private final ScanTable table;
  private final IndexRanges[] ranges;
  private final List<Predicate> pushed = new ArrayList<>();
  private final PushedRows rows;
  private StructType columns;

  /**
   * A builder of a scan of all columns and cells.
   *
   * @param location qualified path of the store
   * @param hasFunctions whether the catalog of the table knows {@link BlockFunction}s
   */
  public ZarrScanBuilder(
      String location, TableLayout layout, ZarrOptions options, boolean hasFunctions) {
    this.table =
        new ScanTable(
            location, layout, options, new DimensionCoordinates(layout.dimensions()), hasFunctions);
    this.ranges = new IndexRanges[layout.dimensions().size()];
    for (int d = 0; d < ranges.length; d++) {
      ranges[d] = IndexRanges.all(layout.dimensions().get(d).size());
    }
    this.rows = new PushedRows(table);
    this.columns = layout.schema();
  }

  /**
   * Restricts the ranges of the dimensions. Predicates that have an exact meaning there are not
   * returned: Spark offers aggregates only when none is left.
   */
  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    return PushedPredicates.narrow(ranges, table.translator(), predicates, pushed);
  }

  @Override
  public Predicate[] pushedPredicates() {
    return pushed.toArray(new Predicate[0]);
  }

  @Override
  public void pruneColumns(StructType requiredSchema) {
    columns = requiredSchema;
  }

  @Override
  public boolean pushLimit(int limit) {
    return rows.limit(limit);
  }

  @Override
  public boolean pushOffset(int offset) {
    return rows.offset(offset);
  }

  @Override
  public boolean pushTopN(SortOrder[] orders, int limit) {
    return rows.top(orders, limit, ranges);
  }

  @Override
  public boolean isPartiallyPushed() {
    return rows.isPartial();
  }

  @Override
  public Scan build() {
    return new ZarrScan(table, ranges.clone(), columns, rows.rows());
  }
}
