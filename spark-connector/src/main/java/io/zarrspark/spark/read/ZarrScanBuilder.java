package io.zarrspark.spark.read;

import io.zarrspark.spark.aggregate.AggregateTranslator;
import io.zarrspark.spark.aggregate.PushedAggregation;
import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.plan.ValueConditionTranslator;
import io.zarrspark.spark.schema.ArrayColumn;
import io.zarrspark.spark.schema.TableLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownOffset;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownTopN;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Collects what Spark pushes into a scan. */
public final class ZarrScanBuilder
    implements ScanBuilder,
        SupportsPushDownV2Filters,
        SupportsPushDownRequiredColumns,
        SupportsPushDownAggregates,
        SupportsPushDownLimit,
        SupportsPushDownOffset,
        SupportsPushDownTopN {
  private final ScanTable table;
  private final IndexRanges[] ranges;
  private final List<Predicate> pushed = new ArrayList<>();
  private final ValueConditionTranslator conditions;
  private final PushedRows rows;
  private StructType columns;
  private AggregateScan aggregated;

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
    this.conditions =
        new ValueConditionTranslator(
            layout.variables().stream()
                .collect(
                    Collectors.toMap(
                        ArrayColumn::name, variable -> variable.decoding().sparkType())));
  }

  /**
   * Restricts the ranges of the dimensions. Predicates that have an exact meaning there are not
   * returned: Spark offers aggregates only when none is left.
   */
  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    Predicate[] residuals = PushedPredicates.narrow(ranges, table.translator(), predicates, pushed);
    List.of(residuals).forEach(conditions::add);
    return residuals;
  }

  @Override
  public Predicate[] pushedPredicates() {
    return pushed.toArray(new Predicate[0]);
  }

  @Override
  public void pruneColumns(StructType requiredSchema) {
    columns = WholeColumns.of(requiredSchema, columns);
  }

  /** The number of rows within exact ranges is known; of other aggregates parts are. */
  @Override
  public boolean supportCompletePushDown(Aggregation aggregation) {
    return translate(aggregation).map(PushedAggregation::isCountOfRows).orElse(false);
  }

  /** Offered only if no predicate is left to Spark. */
  @Override
  public boolean pushAggregation(Aggregation aggregation) {
    aggregated =
        translate(aggregation)
            .map(known -> new AggregateScan(scan(columns(known)), known))
            .filter(AggregateScan::isBounded)
            .orElse(null);
    if (aggregated != null) {
      rows.refuse();
    }
    return aggregated != null;
  }

  private Optional<PushedAggregation> translate(Aggregation aggregation) {
    long cells = 1;
    for (IndexRanges wanted : ranges) {
      cells = Math.multiplyHigh(cells, wanted.count()) != 0 ? -1 : cells * wanted.count();
      if (cells < 0) {
        return Optional.empty();
      }
    }
    return table.options().pushDownAggregates()
        ? AggregateTranslator.translate(
            aggregation, new AggregateColumns(table.layout(), table.coordinates(), ranges), cells)
        : Optional.empty();
  }

  private StructType columns(PushedAggregation aggregation) {
    StructType all = table.layout().schema();
    return new StructType(
        aggregation.columns().stream()
            .map(name -> all.fields()[all.fieldIndex(name)])
            .toArray(StructField[]::new));
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

  private ZarrScan scan(StructType wanted) {
    return new ZarrScan(
        table, new ScanRequest(ranges.clone(), wanted, conditions.conditions(), rows.rows()));
  }

  @Override
  public Scan build() {
    return aggregated == null ? scan(columns) : aggregated;
  }
}
