package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.plan.ValueCondition;
import io.zarrspark.spark.schema.ArrayColumn;
import io.zarrspark.spark.schema.CellValues;
import io.zarrspark.spark.schema.DimensionColumn;
import io.zarrspark.spark.schema.MetadataColumns;
import io.zarrspark.spark.schema.TableLayout;
import io.zarrspark.type.Json;
import java.util.Arrays;
import java.util.Map;
import org.apache.spark.sql.types.DataTypes;

/**
 * Makes the columns of a scan as executors need them.
 *
 * @param conditions what filters ask of variables, by name
 */
record ReadColumns(
    TableLayout layout,
    DimensionCoordinates coordinates,
    BlockPlan plan,
    Map<String, ValueCondition> conditions) {

  /** The column of cells with a name. */
  ReadColumn named(String name) {
    int dimension = layout.dimension(name);
    if (dimension >= 0) {
      return dimension(dimension);
    }
    if (MetadataColumns.isBlock(layout, name)) {
      return new ReadColumn.BlockNumber(DataTypes.LongType, blockGrid());
    }
    int indexed = MetadataColumns.indexedDimension(layout, name);
    return indexed >= 0 ? index(indexed) : variable(name);
  }

  /** Only the coordinates between the first and the last wanted index travel. */
  ReadColumn.Dimension dimension(int dimension) {
    DimensionColumn column = layout.dimensions().get(dimension);
    IndexRanges ranges = plan.ranges(dimension);
    CellValues values = coordinates.values(dimension).orElse(null);
    if (values == null || ranges.isEmpty()) {
      return new ReadColumn.Dimension(column.sparkType(), dimension, null, null, 0);
    }
    int first = (int) ranges.from(0);
    int end = (int) ranges.to(ranges.size() - 1);
    Object slice = Primitives.like(values.values(), end - first).array();
    System.arraycopy(values.values().array(), first, slice, 0, end - first);
    boolean[] nulls = null;
    if (values.nulls() != null) {
      nulls = Arrays.copyOfRange(values.nulls(), first, end);
    }
    return new ReadColumn.Dimension(column.sparkType(), dimension, slice, nulls, first);
  }

  private static ReadColumn index(int dimension) {
    return new ReadColumn.Dimension(DataTypes.LongType, dimension, null, null, 0);
  }

  ReadColumn.Variable variable(String name) {
    for (ArrayColumn variable : layout.variables()) {
      if (variable.name().equals(name)) {
        return new ReadColumn.Variable(
            variable.decoding().sparkType(),
            variable.array().path(),
            Json.write(variable.document()),
            layout.axes(variable),
            conditions.get(name));
      }
    }
    throw new IllegalArgumentException("no column is named " + name);
  }

  private long[] blockGrid() {
    long[] grid = new long[plan.rank()];
    for (int d = 0; d < grid.length; d++) {
      long size = layout.dimensions().get(d).size();
      grid[d] = size == 0 ? 0 : plan.blockAxis(d).chunkOf(size - 1) + 1;
    }
    return grid;
  }
}
