package io.zarrspark.spark.read;

import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.schema.ArrayColumn;
import io.zarrspark.spark.schema.DimensionColumn;
import io.zarrspark.spark.schema.MetadataColumns;
import io.zarrspark.spark.schema.TableLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** A planned scan: some columns of the cells within ranges of the dimensions. */
final class ZarrScan implements Scan, SupportsReportStatistics {
  private final String location;
  private final TableLayout layout;
  private final ZarrOptions options;
  private final DimensionCoordinates coordinates;
  private final BlockPlan plan;
  private final long allBlocks;
  private final StructType schema;

  ZarrScan(
      String location,
      TableLayout layout,
      ZarrOptions options,
      DimensionCoordinates coordinates,
      IndexRanges[] ranges,
      StructType columns) {
    this.location = location;
    this.layout = layout;
    this.options = options;
    this.coordinates = coordinates;
    // Blocks are numbered in the table's grid, whichever variables are read.
    boolean wantsBlock =
        Arrays.stream(columns.fieldNames())
            .anyMatch(name -> MetadataColumns.isBlock(layout, name));
    LeadingGrid grid =
        LeadingGrid.of(
            layout,
            wantsBlock ? layout.variables() : wantedVariables(layout, columns),
            columns.length() == 0);
    this.plan = new BlockPlan(grid.objectShape(), grid.blockShape(), ranges);
    this.allBlocks = allBlocks(grid);
    this.schema = withKnownNulls(columns);
  }

  private static List<ArrayColumn> wantedVariables(TableLayout layout, StructType columns) {
    return layout.variables().stream()
        .filter(variable -> Arrays.asList(columns.fieldNames()).contains(variable.name()))
        .toList();
  }

  private long allBlocks(LeadingGrid grid) {
    IndexRanges[] all = new IndexRanges[layout.dimensions().size()];
    for (int d = 0; d < all.length; d++) {
      all[d] = IndexRanges.all(layout.dimensions().get(d).size());
    }
    return new BlockPlan(grid.objectShape(), grid.blockShape(), all).blockCount();
  }

  /** Coordinates that may be NULL by their attributes mostly are not, which spares Spark checks. */
  private StructType withKnownNulls(StructType columns) {
    StructField[] fields = columns.fields().clone();
    for (int i = 0; i < fields.length; i++) {
      int dimension = layout.dimension(fields[i].name());
      if (dimension >= 0 && fields[i].nullable()) {
        boolean nullable =
            coordinates.values(dimension).map(values -> values.nulls() != null).orElse(false);
        fields[i] =
            DataTypes.createStructField(
                fields[i].name(), fields[i].dataType(), nullable, fields[i].metadata());
      }
    }
    return new StructType(fields);
  }

  @Override
  public StructType readSchema() {
    return schema;
  }

  @Override
  public Batch toBatch() {
    return new ZarrBatch(this, bytesPerCell(), options);
  }

  /**
   * What two scans must have in common for Spark to run one of them only: place, metadata, columns,
   * cells, options.
   */
  private List<Object> identity() {
    List<Object> identity = new ArrayList<>(List.of(location, schema, options, layout.decoding()));
    wantedVariables(layout, schema).forEach(variable -> identity.add(variable.document()));
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

  ReadTask task() {
    ReadColumns all = new ReadColumns(layout, coordinates, plan);
    List<ReadColumn> columns = new ArrayList<>();
    for (String name : schema.fieldNames()) {
      columns.add(all.named(name));
    }
    return new ReadTask(
        location, columns, layout.decoding(), options.missingChunks(), options.batchRows(), plan);
  }

  private long bytesPerCell() {
    long bytes = 0;
    for (ArrayColumn variable : wantedVariables(layout, schema)) {
      bytes += variable.decoding().sparkType().defaultSize();
    }
    return Math.max(1, bytes);
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.SUPPORTED;
  }

  @Override
  public Statistics estimateStatistics() {
    long rows = plan.cellCount();
    // Saturated, as the counts of a plan are.
    double bytes = (double) rows * Math.max(1, schema.defaultSize());
    return new Statistics() {
      @Override
      public OptionalLong sizeInBytes() {
        return OptionalLong.of((long) bytes);
      }

      @Override
      public OptionalLong numRows() {
        return OptionalLong.of(rows);
      }
    };
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return ZarrMetrics.all();
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return new CustomTaskMetric[] {
      ZarrMetrics.value(ZarrMetrics.BLOCKS_PRUNED, allBlocks - plan.blockCount())
    };
  }

  @Override
  public String description() {
    StringBuilder text = new StringBuilder("zarr ").append(layout.location()).append(" [");
    for (int d = 0; d < layout.dimensions().size(); d++) {
      DimensionColumn column = layout.dimensions().get(d);
      text.append(d == 0 ? "" : ", ").append(column.name()).append(' ');
      boolean isWhole = plan.ranges(d).count() == column.size();
      text.append(isWhole ? "all " + column.size() : plan.ranges(d) + " of " + column.size());
    }
    return text.append("], blocks ")
        .append(plan.blockCount())
        .append(" of ")
        .append(allBlocks)
        .append(" in ")
        .append(plan.objectCount())
        .append(" objects")
        .toString();
  }
}
