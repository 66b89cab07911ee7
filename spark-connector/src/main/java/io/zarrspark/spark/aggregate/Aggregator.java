package io.zarrspark.spark.aggregate;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.spark.schema.CellValues;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * The aggregates of a partition as they grow, box by box. Groups are places in arrays, so memory is
 * bounded by their number and nothing is looked up.
 */
public final class Aggregator {
  private final PushedAggregation aggregation;
  private final GroupGrid groups;
  private final ColumnFold rows;
  private final ColumnFold[] folds;
  private final List<Accumulator> accumulators = new ArrayList<>();

  /**
   * An aggregator of nothing yet.
   *
   * @param types of the columns of the aggregation
   */
  public Aggregator(PushedAggregation aggregation, List<DataType> types, GroupGrid groups) {
    this.aggregation = aggregation;
    this.groups = groups;
    this.rows = new ColumnFold(DataTypes.LongType, groups.size());
    this.folds = new ColumnFold[types.size()];
    for (PushedAggregate aggregate : aggregation.aggregates()) {
      if (aggregate.isOfRows()) {
        accumulators.add(rows.counts());
        continue;
      }
      int c = aggregate.column();
      folds[c] = folds[c] == null ? new ColumnFold(types.get(c), groups.size()) : folds[c];
      accumulators.add(folds[c].add(aggregate.function()));
    }
  }

  /** Whether a column has aggregates; one that is only grouped by may have none. */
  public boolean isAggregated(int column) {
    return folds[column] != null;
  }

  /** Adds the rows of a box, whatever they hold. */
  public void foldRows(FoldBox box) {
    rows.fold(new CellSource(null, 0, null, 0, new int[box.shape().length]), box);
  }

  /** Adds the values of a column in a box. */
  public void fold(int column, CellSource source, FoldBox box) {
    folds[column].fold(source, box);
  }

  /** The groups that have rows; without grouping the one group in any case. */
  public int[] groups() {
    return aggregation.isUngrouped() ? new int[1] : rows.counts().filled();
  }

  /** The grid that tells groups apart. */
  public GroupGrid grid() {
    return groups;
  }

  /** The results of an aggregate for some groups. */
  public CellValues results(int aggregate, int[] ofGroups) {
    PushedAggregate pushed = aggregation.aggregates().get(aggregate);
    ChunkData values = accumulators.get(aggregate).results(ofGroups, pushed.type());
    boolean[] nulls =
        pushed.function() == AggregateFunction.COUNT
            ? null
            : folds[pushed.column()].counts().empty(ofGroups);
    return new CellValues(values, 0, nulls);
  }
}
