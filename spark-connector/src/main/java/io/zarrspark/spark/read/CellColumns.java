package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.IndexCoordinates;
import io.zarrspark.spark.plan.PredicateTranslator.Column;
import io.zarrspark.spark.plan.PredicateTranslator.ColumnSource;
import io.zarrspark.spark.schema.MetadataColumns;
import io.zarrspark.spark.schema.TableLayout;
import java.util.Optional;

/** The columns of cells that restrict a dimension: its coordinates, and its index. */
record CellColumns(TableLayout layout, DimensionCoordinates coordinates) implements ColumnSource {

  @Override
  public Optional<Column> column(String name) {
    int dimension = layout.dimension(name);
    if (dimension >= 0) {
      return coordinates.coordinates(dimension).map(values -> new Column(dimension, values));
    }
    int indexed = MetadataColumns.indexedDimension(layout, name);
    return indexed < 0
        ? Optional.empty()
        : Optional.of(
            new Column(indexed, new IndexCoordinates(layout.dimensions().get(indexed).size())));
  }
}
