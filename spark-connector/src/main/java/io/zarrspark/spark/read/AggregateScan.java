package io.zarrspark.spark.read;

import io.zarrspark.spark.aggregate.PushedAggregate;
import io.zarrspark.spark.aggregate.PushedAggregation;
import io.zarrspark.spark.plan.PartitionPacker.Piece;
import io.zarrspark.spark.plan.PieceBox;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** A scan that answers with aggregates: every partition with those of its own cells. */
final class AggregateScan implements Scan, Batch, SupportsReportStatistics {
  /** Groups of a partition: their arrays stay in memory. */
  private static final long MAX_GROUPS = 4L << 20;

  /** Numbers of a partition: a few for each group. */
  private static final long MAX_NUMBERS = 16L << 20;

  private final ZarrScan cells;
  private final AggregateTask task;
  private final List<Piece> pieces;
  private final long groups;

  AggregateScan(ZarrScan cells, PushedAggregation aggregation) {
    this.cells = cells;
    this.task = new AggregateTask(cells.task(), aggregation);
    List<Piece> found =
        task.isOfDimensions()
            ? List.of(Piece.ofObjects(0, task.cells().plan().objectCount()))
            : cells.pieces();
    // Without rows there is one group all the same, or COUNT would be NULL.
    this.pieces =
        found.isEmpty() && aggregation.isUngrouped() ? List.of(Piece.ofObjects(0, 0)) : found;
    long most = 1;
    for (Piece piece : pieces) {
      PieceBox box = PieceBox.of(task.cells().plan(), piece);
      most = Math.max(most, box.combinations(task.groupDimensions()));
    }
    this.groups = most;
  }

  /** Whether the groups of every partition fit in memory. */
  boolean isBounded() {
    int numbers = 1 + task.aggregation().columns().size() + task.aggregation().aggregates().size();
    return groups <= MAX_GROUPS && groups * numbers <= MAX_NUMBERS;
  }

  @Override
  public StructType readSchema() {
    PushedAggregation aggregation = task.aggregation();
    List<StructField> fields = new ArrayList<>();
    for (int i = 0; i < aggregation.groupColumns(); i++) {
      fields.add(cells.readSchema().fields()[i]);
    }
    for (PushedAggregate aggregate : aggregation.aggregates()) {
      fields.add(DataTypes.createStructField(aggregation.name(aggregate), aggregate.type(), true));
    }
    return new StructType(fields.toArray(new StructField[0]));
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    return pieces.stream().map(ZarrInputPartition::whole).toArray(InputPartition[]::new);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new AggregateReaderFactory(task, ZarrBatch.broadcastConfiguration());
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.SUPPORTED;
  }

  @Override
  public Statistics estimateStatistics() {
    double rows = Math.min((double) groups * pieces.size(), task.cells().plan().cellCount());
    double bytes = rows * Math.max(1, readSchema().defaultSize());
    return new Statistics() {
      @Override
      public OptionalLong sizeInBytes() {
        return OptionalLong.of((long) bytes);
      }

      @Override
      public OptionalLong numRows() {
        return OptionalLong.of((long) rows);
      }
    };
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return cells.supportedCustomMetrics();
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return cells.reportDriverMetrics();
  }

  @Override
  public String description() {
    return cells.description() + ", aggregates " + task.aggregation();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AggregateScan scan
        && cells.equals(scan.cells)
        && task.aggregation().equals(scan.task.aggregation());
  }

  @Override
  public int hashCode() {
    return cells.hashCode() + task.aggregation().hashCode();
  }
}
