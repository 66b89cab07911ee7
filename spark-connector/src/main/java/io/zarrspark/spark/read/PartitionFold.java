package io.zarrspark.spark.read;

import io.zarrspark.chunk.Shapes;
import io.zarrspark.spark.aggregate.Aggregator;
import io.zarrspark.spark.aggregate.CellSource;
import io.zarrspark.spark.aggregate.FoldBox;
import io.zarrspark.spark.aggregate.GroupGrid;
import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.PartitionPacker.Piece;
import io.zarrspark.spark.plan.PieceBox;
import io.zarrspark.spark.schema.CellValues;
import java.util.Arrays;
import java.util.List;

/**
 * Folds the blocks of a partition into its groups. A block that is not stored is one value times
 * the number of its cells.
 */
final class PartitionFold {
  private final BlockPlan plan;
  private final List<ReadColumn> columns;
  private final PieceBox piece;
  private final Aggregator aggregator;
  private final CellValues[] coordinates;
  private final ReadCounts counts;

  PartitionFold(AggregateTask task, Piece piece, ReadCounts counts) {
    this.plan = task.cells().plan();
    this.columns = task.cells().columns();
    this.piece = PieceBox.of(plan, piece);
    this.aggregator =
        new Aggregator(
            task.aggregation(),
            columns.stream().map(ReadColumn::sparkType).toList(),
            GroupGrid.of(task.groupDimensions(), this.piece.counts()));
    this.counts = counts;
    this.coordinates = new CellValues[columns.size()];
    for (int c = 0; c < coordinates.length; c++) {
      if (columns.get(c) instanceof ReadColumn.Dimension dimension) {
        int d = dimension.dimension();
        coordinates[c] =
            WantedCoordinates.of(
                dimension,
                plan.ranges(d),
                this.piece.from()[d],
                Math.toIntExact(this.piece.counts()[d]));
      }
    }
  }

  Aggregator aggregator() {
    return aggregator;
  }

  /** The coordinates of the partition's indices in the dimension that is a column. */
  CellValues coordinates(int column) {
    return coordinates[column];
  }

  /** Folds all cells at once, of which only dimensions matter. */
  void foldAll() {
    long[] start = new long[plan.rank()];
    if (Arrays.stream(piece.counts()).allMatch(count -> count > 0)) {
      fold(new FoldBox(piece.counts(), 0, aggregator.grid().steps()), start, null, null);
    }
  }

  /** Folds the cells of a block. */
  void fold(BlockBox box, FetchedVariable[] variables) {
    if (box.cells() == 0) {
      return;
    }
    long[] shape = new long[plan.rank()];
    long[] start = new long[plan.rank()];
    for (int d = 0; d < shape.length; d++) {
      shape[d] = box.shape()[d];
      start[d] = plan.ranges(d).rank(box.start()[d]) - piece.from()[d];
    }
    GroupGrid grid = aggregator.grid();
    fold(new FoldBox(shape, grid.group(start), grid.steps()), start, box, variables);
  }

  private void fold(FoldBox cells, long[] start, BlockBox box, FetchedVariable[] variables) {
    aggregator.foldRows(cells);
    int variable = 0;
    for (int c = 0; c < coordinates.length; c++) {
      if (columns.get(c) instanceof ReadColumn.Dimension dimension) {
        if (aggregator.isAggregated(c)) {
          int d = dimension.dimension();
          int[] strides = new int[plan.rank()];
          strides[d] = 1;
          aggregator.fold(c, CellSource.of(coordinates[c], (int) start[d], strides), cells);
        }
      } else {
        aggregator.fold(c, source(box, variables[variable++]), cells);
      }
    }
  }

  private CellSource source(BlockBox box, FetchedVariable variable) {
    CellValues constant = variable.constant(box);
    if (constant != null) {
      counts.absent();
      return CellSource.of(constant, 0, new int[plan.rank()]);
    }
    return CellSource.of(variable.cells(box), 0, Shapes.strides(box.shape()));
  }
}
