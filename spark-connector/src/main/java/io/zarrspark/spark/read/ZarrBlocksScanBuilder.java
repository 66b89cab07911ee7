package io.zarrspark.spark.read;

import io.zarrspark.chunk.ChunkAxis;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.spark.io.DimensionSizes;
import io.zarrspark.spark.io.OptionException;
import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.plan.BlockGrid;
import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.plan.PredicateTranslator;
import io.zarrspark.spark.schema.BlockColumns;
import io.zarrspark.spark.schema.DimensionColumn;
import io.zarrspark.spark.schema.TableLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;

/**
 * Collects what Spark pushes into a scan of blocks. Predicates on where blocks start and how large
 * they are choose blocks exactly; those on arrays stay with Spark.
 */
public final class ZarrBlocksScanBuilder
    implements ScanBuilder, SupportsPushDownV2Filters, SupportsPushDownRequiredColumns {
  private final ScanTable table;
  private final BlockRowColumns rows;
  private final IndexRanges[] ranges;
  private final List<Predicate> pushed = new ArrayList<>();
  private StructType columns;

  /**
   * A builder of a scan of all columns and blocks.
   *
   * @param location qualified path of the store
   */
  public ZarrBlocksScanBuilder(
      String location, TableLayout layout, BlockColumns names, ZarrOptions options) {
    DimensionCoordinates coordinates = new DimensionCoordinates(layout.dimensions());
    this.table = new ScanTable(location, layout, options, coordinates, false);
    this.rows = new BlockRowColumns(layout, coordinates, names, grid(layout, options.blockShape()));
    this.ranges = new IndexRanges[layout.dimensions().size()];
    for (int d = 0; d < ranges.length; d++) {
      ranges[d] = IndexRanges.all(layout.dimensions().get(d).size());
    }
    this.columns = names.schema();
  }

  /** Rows do not depend on which columns are wanted: the grid is that of the whole table. */
  private static LeadingGrid grid(TableLayout layout, Optional<DimensionSizes> wanted) {
    LeadingGrid stored = LeadingGrid.of(layout, layout.variables(), false);
    if (wanted.isEmpty()) {
      return stored;
    }
    List<String> names = layout.dimensions().stream().map(DimensionColumn::name).toList();
    int[] shape = wanted.get().along(names, stored.largestBlock());
    if (Arrays.equals(ChunkAxis.regular(shape), stored.blocks())) {
      return stored;
    }
    long[] sizes = layout.dimensions().stream().mapToLong(DimensionColumn::size).toArray();
    BlockGrid grid = BlockGrid.of(sizes, stored.largestObject(), shape);
    try {
      Shapes.elements(grid.blockShape());
    } catch (ArithmeticException e) {
      throw new OptionException(
          "The option blockShape makes blocks of "
              + Arrays.toString(grid.blockShape())
              + " cells, more than an array can have");
    }
    return LeadingGrid.regular(grid.groupShape(), grid.blockShape());
  }

  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    return PushedPredicates.narrow(
        ranges, new PredicateTranslator(ranges.length, rows), predicates, pushed);
  }

  @Override
  public Predicate[] pushedPredicates() {
    return pushed.toArray(new Predicate[0]);
  }

  @Override
  public void pruneColumns(StructType requiredSchema) {
    columns = WholeColumns.of(requiredSchema, columns);
  }

  @Override
  public Scan build() {
    return new ZarrBlocksScan(table, rows, ranges.clone(), columns);
  }
}
