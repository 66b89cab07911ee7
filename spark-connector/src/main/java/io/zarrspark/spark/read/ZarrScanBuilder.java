package io.zarrspark.spark.read;

import io.zarrspark.spark.aggregate.AggregateTranslator;
import io.zarrspark.spark.aggregate.PushedAggregation;
import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.plan.PredicateTranslator;
import io.zarrspark.spark.plan.ValueConditionTranslator;
import io.zarrspark.spark.schema.ArrayColumn;
import io.zarrspark.spark.schema.DimensionColumn;
import io.zarrspark.spark.schema.TableLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Collects what Spark pushes into a scan. */
public final class ZarrScanBuilder
    implements ScanBuilder,
        SupportsPushDownV2Filters,
        SupportsPushDownRequiredColumns,
        SupportsPushDownAggregates {
  private final String location;
  private final TableLayout layout;
  private final ZarrOptions options;
  private final DimensionCoordinates coordinates;
  private final IndexRanges[] ranges;
  private final List<Predicate> pushed = new ArrayList<>();
  private final ValueConditionTranslator conditions;
  private StructType columns;
  private AggregateScan aggregated;

  /**
   * A builder of a scan of all columns and cells.
   *
   * @param location qualified path of the store
   */
  public ZarrScanBuilder(String location, TableLayout layout, ZarrOptions options) {
    this.location = location;
    this.layout = layout;
    this.options = options;
    this.coordinates = new DimensionCoordinates(layout.dimensions());
    this.ranges = new IndexRanges[layout.dimensions().size()];
    for (int d = 0; d < ranges.length; d++) {
      ranges[d] = IndexRanges.all(layout.dimensions().get(d).size());
    }
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
    PredicateTranslator translator =
        new PredicateTranslator(
            layout.dimensions().stream().map(DimensionColumn::name).toList(), coordinates);
    List<Predicate> residuals = new ArrayList<>();
    for (Predicate predicate : predicates) {
      PredicateTranslator.Translation translation = translator.translate(predicate);
      boolean restricts = false;
      for (int d = 0; d < ranges.length; d++) {
        IndexRanges matching = translation.ranges()[d];
        if (matching != null) {
          ranges[d] = ranges[d].intersect(matching);
          restricts = true;
        }
      }
      if (restricts) {
        pushed.add(predicate);
      }
      if (!translation.exact()) {
        residuals.add(predicate);
        conditions.add(predicate);
      }
    }
    return residuals.toArray(new Predicate[0]);
  }

  @Override
  public Predicate[] pushedPredicates() {
    return pushed.toArray(new Predicate[0]);
  }

  @Override
  public void pruneColumns(StructType requiredSchema) {
    columns = requiredSchema;
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
    return options.pushDownAggregates()
        ? AggregateTranslator.translate(
            aggregation, new AggregateColumns(layout, coordinates, ranges), cells)
        : Optional.empty();
  }

  private StructType columns(PushedAggregation aggregation) {
    StructType all = layout.schema();
    return new StructType(
        aggregation.columns().stream()
            .map(name -> all.fields()[all.fieldIndex(name)])
            .toArray(StructField[]::new));
  }

  private ZarrScan scan(StructType wanted) {
    return new ZarrScan(
        location,
        layout,
        options,
        coordinates,
        new ScanRequest(ranges.clone(), wanted, conditions.conditions()));
  }

  @Override
  public Scan build() {
    return aggregated == null ? scan(columns) : aggregated;
  }
}
