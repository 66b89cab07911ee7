package io.zarrspark.spark.read;

import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.PartitionPacker.Sizes;
import io.zarrspark.spark.plan.PredicateTranslator;
import io.zarrspark.spark.schema.TableLayout;
import org.apache.spark.sql.SparkSession;

/**
 * The table of a scan.
 *
 * @param location qualified path of the store
 * @param layout its columns
 * @param options how it is read
 * @param coordinates of its dimensions
 * @param hasFunctions whether its catalog knows a {@link BlockFunction}
 */
record ScanTable(
    String location,
    TableLayout layout,
    ZarrOptions options,
    DimensionCoordinates coordinates,
    boolean hasFunctions) {
  private static final String MAX_PARTITION_BYTES = "spark.sql.files.maxPartitionBytes";

  PredicateTranslator translator() {
    return new PredicateTranslator(
        layout.dimensions().size(), new CellColumns(layout, coordinates));
  }

  /** How large partitions of a plan are, by the session's settings. */
  Sizes sizes(BlockPlan plan, long bytesPerCell) {
    SparkSession session = SparkSession.active();
    return Sizes.of(
        plan,
        bytesPerCell * plan.meanBlockCells(),
        options.maxPartitionBytes(session.conf().get(MAX_PARTITION_BYTES)),
        session.sparkContext().defaultParallelism());
  }
}
