package io.zarrspark.spark.read;

import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.plan.PredicateTranslator;
import io.zarrspark.spark.schema.TableLayout;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;

/** Collects what Spark pushes into a scan. */
public final class ZarrScanBuilder
    implements ScanBuilder, SupportsPushDownV2Filters, SupportsPushDownRequiredColumns {
  private final String location;
  private final TableLayout layout;
  private final ZarrOptions options;
  private final DimensionCoordinates coordinates;
  private final IndexRanges[] ranges;
  private final List<Predicate> pushed = new ArrayList<>();
  private StructType columns;

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
  }

  /**
   * Restricts the ranges of the dimensions. Predicates that have an exact meaning there are not
   * returned: Spark offers aggregates only when none is left.
   */
  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    PredicateTranslator translator =
        new PredicateTranslator(ranges.length, new CellColumns(layout, coordinates));
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

  @Override
  public Scan build() {
    return new ZarrScan(location, layout, options, coordinates, ranges.clone(), columns);
  }
}
