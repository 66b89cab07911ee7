package io.zarrspark.spark.read;

import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.plan.PredicateTranslator;
import io.zarrspark.spark.schema.DimensionColumn;
import io.zarrspark.spark.schema.TableLayout;

/**
 * The table of a scan.
 *
 * @param location qualified path of the store
 * @param layout its columns
 * @param options how it is read
 * @param coordinates of its dimensions
 * @param hasFunctions whether its catalog knows a {@link BlockFunction}
 */
record ScanTable(
    String location,
    TableLayout layout,
    ZarrOptions options,
    DimensionCoordinates coordinates,
    boolean hasFunctions) {

  PredicateTranslator translator() {
    return new PredicateTranslator(
        layout.dimensions().stream().map(DimensionColumn::name).toList(), coordinates);
  }
}
