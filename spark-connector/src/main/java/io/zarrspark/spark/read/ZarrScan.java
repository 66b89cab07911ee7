package io.zarrspark.spark.read;

import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.plan.PartitionPacker;
import io.zarrspark.spark.plan.PartitionPacker.Piece;
import io.zarrspark.spark.plan.PartitionPacker.Sizes;
import io.zarrspark.spark.plan.ValueCondition;
import io.zarrspark.spark.read.PushedRows.RowLimit;
import io.zarrspark.spark.schema.DimensionColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportOrdering;
import org.apache.spark.sql.connector.read.SupportsReportPartitioning;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;
import org.apache.spark.sql.connector.read.colstats.ColumnStatistics;
import org.apache.spark.sql.connector.read.partitioning.Partitioning;
import org.apache.spark.sql.connector.read.partitioning.UnknownPartitioning;
import org.apache.spark.sql.types.StructType;

/** A planned scan: some columns of the cells within ranges of the dimensions. */
final class ZarrScan
    implements Scan,
        SupportsReportStatistics,
        SupportsReportOrdering,
        SupportsReportPartitioning,
        SupportsRuntimeV2Filtering {
  private static final String BUCKETING = "spark.sql.sources.v2.bucketing.enabled";

  private final ScanTable table;
  private final ScanColumns columns;
  private final LeadingGrid grid;
  private final BlockPlan plan;
  private final RowLimit limit;
  private final Map<String, ValueCondition> conditions;
  private final long allBlocks;
  private Optional<ReportedKeys> keys;
  private Statistics statistics;

  /** What the filters of this execution left of the plan; null if there were none. */
  private BlockPlan filtered;

  private long plannedBlocks;

  ZarrScan(ScanTable table, ScanRequest request) {
    StructType wanted = request.columns();
    this.table = table;
    this.conditions = request.conditions();
    this.limit = request.limit();
    this.columns = ScanColumns.of(table, wanted);
    this.grid = LeadingGrid.of(table.layout(), columns.leading(), wanted.length() == 0);
    this.plan = new BlockPlan(grid.objects(), grid.blocks(), request.ranges());
    this.allBlocks = allBlocks();
    this.plannedBlocks = plan.blockCount();
  }

  private long allBlocks() {
    List<DimensionColumn> dimensions = table.layout().dimensions();
    IndexRanges[] all = new IndexRanges[dimensions.size()];
    for (int d = 0; d < all.length; d++) {
      all[d] = IndexRanges.all(dimensions.get(d).size());
    }
    return plan.with(all).blockCount();
  }

  @Override
  public StructType readSchema() {
    return columns.schema();
  }

  /**
   * The partitions of the plan, or once after {@link #filter} of what that left. Spark takes the
   * factory of readers from a batch made before, so filtered partitions bring their own plan.
   */
  @Override
  public Batch toBatch() {
    BlockPlan wanted = filtered == null ? plan : filtered;
    filtered = null;
    plannedBlocks = wanted.blockCount();
    return new ZarrBatch(this, wanted);
  }

  ScanTable table() {
    return table;
  }

  ScanColumns columns() {
    return columns;
  }

  BlockPlan plan() {
    return plan;
  }

  RowLimit limit() {
    return limit;
  }

  ReadTask task() {
    ZarrOptions options = table.options();
    return new ReadTask(
        table.location(),
        columns.readColumns(plan, conditions),
        table.layout().decoding(),
        options.missingChunks(),
        options.batchRows(),
        plan);
  }

  /** How large partitions of a plan are. */
  Sizes sizes(BlockPlan ofPlan) {
    return table.sizes(ofPlan, columns.bytesPerCell());
  }

  /** The pieces of the plan, for partitions that need not be more. */
  List<Piece> pieces() {
    return PartitionPacker.pack(plan, sizes(plan));
  }

  /**
   * What two scans must have in common for Spark to run one of them only: place, metadata, columns,
   * cells, options.
   */
  private List<Object> identity() {
    List<Object> identity =
        new ArrayList<>(
            List.of(table.location(), readSchema(), table.options(), limit, conditions));
    identity.add(table.layout().decoding());
    columns.variables().forEach(variable -> identity.add(variable.document()));
    for (int d = 0; d < plan.rank(); d++) {
      identity.add(plan.ranges(d));
    }
    return identity;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ZarrScan scan && identity().equals(scan.identity());
  }

  @Override
  public int hashCode() {
    return identity().hashCode();
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.SUPPORTED;
  }

  @Override
  public Statistics estimateStatistics() {
    if (statistics == null) {
      long rows = limit.count(plan.cellCount());
      // Saturated, as the counts of a plan are.
      double bytes = (double) rows * Math.max(1, readSchema().defaultSize());
      statistics =
          new PlannedStatistics(
              OptionalLong.of((long) bytes),
              OptionalLong.of(rows),
              DimensionStatistics.of(table, plan, readSchema()));
    }
    return statistics;
  }

  private record PlannedStatistics(
      OptionalLong sizeInBytes,
      OptionalLong numRows,
      Map<NamedReference, ColumnStatistics> columnStats)
      implements Statistics {}

  @Override
  public SortOrder[] outputOrdering() {
    return ReportedOrder.of(table, plan, readSchema());
  }

  /** Decided once, so that all partitions of a scan keep to it. */
  Optional<ReportedKeys> keys() {
    if (keys == null) {
      boolean isWanted =
          table.hasFunctions()
              && limit.isNone()
              && Boolean.parseBoolean(SparkSession.active().conf().get(BUCKETING));
      keys = isWanted ? ReportedKeys.of(table, grid, readSchema()) : Optional.empty();
    }
    return keys;
  }

  @Override
  public Partitioning outputPartitioning() {
    return keys().map(ReportedKeys::partitioning).orElse(new UnknownPartitioning(0));
  }

  /** None if rows were left out by their place: a filter must not let others take it. */
  @Override
  public NamedReference[] filterAttributes() {
    return limit.isChosen() ? new NamedReference[0] : RuntimeFilter.attributes(table, readSchema());
  }

  @Override
  public void filter(Predicate[] predicates) {
    filtered = RuntimeFilter.narrow(table, plan, predicates);
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return ZarrMetrics.all();
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return new CustomTaskMetric[] {
      ZarrMetrics.value(ZarrMetrics.BLOCKS_PRUNED, allBlocks - plannedBlocks)
    };
  }

  @Override
  public String description() {
    String tested = conditions.isEmpty() ? "" : ", absent blocks tested by " + conditions.keySet();
    return new ScanDescription(table.layout(), plan).text(allBlocks) + tested + limit;
  }
}
