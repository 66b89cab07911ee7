package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.BlockExtents;
import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.PredicateTranslator.Column;
import io.zarrspark.spark.plan.PredicateTranslator.ColumnSource;
import io.zarrspark.spark.schema.ArrayColumn;
import io.zarrspark.spark.schema.BlockColumns;
import io.zarrspark.spark.schema.TableLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of a scan of blocks: which predicates on them restrict the blocks, and what executors
 * need of them.
 *
 * @param names which of them is what
 * @param grid the grid of the rows
 */
record BlockRowColumns(
    TableLayout layout, DimensionCoordinates coordinates, BlockColumns names, LeadingGrid grid)
    implements ColumnSource {

  @Override
  public Optional<Column> column(String name) {
    Optional<Integer> start = names.startOf(name);
    if (start.isPresent()) {
      int d = start.get();
      return Optional.of(new Column(d, BlockExtents.starts(size(d), grid.blocks()[d])));
    }
    return names
        .sizeOf(name)
        .map(d -> new Column(d, BlockExtents.sizes(size(d), grid.blocks()[d])));
  }

  private long size(int dimension) {
    return layout.dimensions().get(dimension).size();
  }

  List<ReadColumn> readColumns(StructType wanted, BlockPlan plan) {
    ReadColumns cells = new ReadColumns(layout, coordinates, plan, Map.of());
    return Arrays.stream(wanted.fieldNames()).map(name -> readColumn(name, cells)).toList();
  }

  private ReadColumn readColumn(String name, ReadColumns cells) {
    Optional<Integer> start = names.startOf(name);
    if (start.isPresent()) {
      return new ReadColumn.BlockStart(DataTypes.LongType, start.get());
    }
    Optional<Integer> size = names.sizeOf(name);
    if (size.isPresent()) {
      return new ReadColumn.BlockSize(DataTypes.IntegerType, size.get());
    }
    return cells.named(name);
  }

  /** Decoded bytes of the wanted variables. */
  long bytesPerCell(StructType wanted) {
    long bytes = 0;
    for (ArrayColumn variable : layout.variables()) {
      if (Arrays.asList(wanted.fieldNames()).contains(variable.name())) {
        bytes += variable.decoding().sparkType().defaultSize();
      }
    }
    return Math.max(1, bytes);
  }
}
