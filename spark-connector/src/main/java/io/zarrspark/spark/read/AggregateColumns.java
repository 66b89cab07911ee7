package io.zarrspark.spark.read;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.spark.aggregate.AggregateTranslator.Column;
import io.zarrspark.spark.aggregate.AggregateTranslator.Columns;
import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.schema.ArrayColumn;
import io.zarrspark.spark.schema.CellValues;
import io.zarrspark.spark.schema.DimensionColumn;
import io.zarrspark.spark.schema.TableLayout;
import java.util.Optional;

/** The columns of a table that can be aggregated. */
final class AggregateColumns implements Columns {
  /** Indices of a dimension without coordinates are laid out in an array. */
  private static final long MAX_INDICES = 16L << 20;

  private final TableLayout layout;
  private final DimensionCoordinates coordinates;
  private final IndexRanges[] ranges;

  AggregateColumns(TableLayout layout, DimensionCoordinates coordinates, IndexRanges[] ranges) {
    this.layout = layout;
    this.coordinates = coordinates;
    this.ranges = ranges;
  }

  @Override
  public Optional<Column> column(String name) {
    for (int d = 0; d < ranges.length; d++) {
      DimensionColumn column = layout.dimensions().get(d);
      if (column.name().equals(name)) {
        return column.coordinate().isEmpty() && ranges[d].count() > MAX_INDICES
            ? Optional.empty()
            : Optional.of(new Column(column.sparkType(), true, maxMagnitude(d)));
      }
    }
    for (ArrayColumn variable : layout.variables()) {
      if (variable.name().equals(name)) {
        return Optional.of(
            new Column(variable.decoding().sparkType(), false, variable.decoding().maxMagnitude()));
      }
    }
    return Optional.empty();
  }

  private double maxMagnitude(int dimension) {
    Optional<CellValues> cells = coordinates.values(dimension);
    if (cells.isEmpty()) {
      return layout.dimensions().get(dimension).size();
    }
    ChunkData values = cells.get().values();
    if (values instanceof ChunkData.Floats
        || values instanceof ChunkData.Doubles
        || values instanceof ChunkData.Variable) {
      return Double.POSITIVE_INFINITY;
    }
    double max = 0;
    for (int i = 0; i < values.length(); i++) {
      max = Math.max(max, Math.abs((double) values.stored(i)));
    }
    return max;
  }
}
