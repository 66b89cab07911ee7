package io.zarrspark.examples;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import scala.runtime.BoxedUnit;

/** What the Zarr scans of one executed query did, from Spark's SQL metrics of its plan. */
record ScanMetrics(
    long objects,
    long requests,
    long bytes,
    long blocksRead,
    long blocksAbsent,
    long blocksPruned) {

  private static final ScanMetrics NONE = new ScanMetrics(0, 0, 0, 0, 0, 0);

  /**
   * The sums over all scans of a query; a result must have been collected from this very data set.
   */
  static ScanMetrics of(Dataset<?> collected) {
    ScanMetrics[] sum = {NONE};
    add(collected.queryExecution().executedPlan(), sum);
    return sum[0];
  }

  /** Adaptive execution hides the plan that ran, and each of its stages, in leaves of the plan. */
  private static void add(SparkPlan plan, ScanMetrics[] sum) {
    plan.foreach(
        node -> {
          if (node instanceof AdaptiveSparkPlanExec adaptive) {
            add(adaptive.executedPlan(), sum);
          } else if (node instanceof QueryStageExec stage) {
            add(stage.plan(), sum);
          } else if (node instanceof BatchScanExec scan) {
            sum[0] = sum[0].plus(scan);
          }
          return BoxedUnit.UNIT;
        });
  }

  private ScanMetrics plus(BatchScanExec scan) {
    return new ScanMetrics(
        objects + value(scan, "zarrObjectsFetched"),
        requests + value(scan, "zarrRequests"),
        bytes + value(scan, "zarrBytesFetched"),
        blocksRead + value(scan, "zarrBlocksRead"),
        blocksAbsent + value(scan, "zarrBlocksAbsent"),
        blocksPruned + value(scan, "zarrBlocksPruned"));
  }

  private static long value(SparkPlan plan, String metric) {
    return plan.longMetric(metric).value();
  }
}
