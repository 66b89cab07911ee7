package io.zarrspark.spark.read;

import io.zarrspark.spark.io.RowLayout;
import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.plan.PartitionPacker;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.apache.spark.sql.types.StructType;

/** A planned scan of blocks: a row per block of the plan. */
final class ZarrBlocksScan implements Scan, Batch, SupportsReportStatistics {
  private final ScanTable table;
  private final BlockRowColumns rows;
  private final BlockPlan plan;
  private final StructType columns;

  ZarrBlocksScan(ScanTable table, BlockRowColumns rows, IndexRanges[] ranges, StructType columns) {
    this.table = table;
    this.rows = rows;
    this.plan = new BlockPlan(rows.grid().objects(), rows.grid().blocks(), ranges);
    this.columns = columns;
  }

  @Override
  public StructType readSchema() {
    return columns;
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.SUPPORTED;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    return PartitionPacker.pack(plan, table.sizes(plan, rows.bytesPerCell(columns))).stream()
        .map(ZarrInputPartition::whole)
        .toArray(InputPartition[]::new);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    ReadTask task =
        new ReadTask(
            table.location(),
            rows.readColumns(columns, plan),
            table.layout().decoding(),
            table.options().missingChunks(),
            table.options().batchRows(),
            plan);
    return new ZarrPartitionReaderFactory(
        RowLayout.BLOCKS, task, ZarrBatch.broadcastConfiguration());
  }

  @Override
  public Statistics estimateStatistics() {
    // Saturated, as the counts of a plan are.
    double bytes = (double) plan.cellCount() * rows.bytesPerCell(columns);
    return new Statistics() {
      @Override
      public OptionalLong sizeInBytes() {
        return OptionalLong.of((long) bytes);
      }

      @Override
      public OptionalLong numRows() {
        return OptionalLong.of(plan.blockCount());
      }
    };
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return ZarrMetrics.all();
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    IndexRanges[] all = new IndexRanges[plan.rank()];
    for (int d = 0; d < all.length; d++) {
      all[d] = IndexRanges.all(table.layout().dimensions().get(d).size());
    }
    long pruned = plan.with(all).blockCount() - plan.blockCount();
    return new CustomTaskMetric[] {ZarrMetrics.value(ZarrMetrics.BLOCKS_PRUNED, pruned)};
  }

  /** What two scans must have in common for Spark to run one of them only. */
  private List<Object> identity() {
    List<Object> identity =
        new ArrayList<>(
            List.of(table.location(), columns, table.options(), table.layout().decoding()));
    table.layout().variables().forEach(variable -> identity.add(variable.document()));
    for (int d = 0; d < plan.rank(); d++) {
      identity.add(plan.ranges(d));
    }
    return identity;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ZarrBlocksScan scan && identity().equals(scan.identity());
  }

  @Override
  public int hashCode() {
    return identity().hashCode();
  }

  @Override
  public String description() {
    return "zarr "
        + table.layout().location()
        + " in blocks of "
        + Arrays.toString(rows.grid().blocks())
        + ", "
        + plan.blockCount()
        + " blocks";
  }
}
