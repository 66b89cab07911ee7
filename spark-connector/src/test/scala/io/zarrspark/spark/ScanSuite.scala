package io.zarrspark.spark

import java.nio.file.Path
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.connector.read.Scan
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import scala.jdk.CollectionConverters._

/** A suite over the recording file system, with a look at the scans of a query. */
abstract class ScanSuite extends SparkSuite with AdaptiveSparkPlanHelper {
  override protected def settings: Map[String, String] =
    Map("spark.hadoop.fs.rec.impl" -> classOf[RecordingFileSystem].getName)

  protected def recorded(store: Path, options: (String, String)*): DataFrame =
    spark.read.format("zarr").options(options.toMap).load("rec://" + store)

  /** Runs a query, forgetting what was read before it runs. */
  protected def run(query: DataFrame): Seq[Seq[Any]] = {
    RecordingFileSystem.reset()
    query.collect().toSeq.map(_.toSeq)
  }

  /** Keys of the chunks of a variable that were read. */
  protected def keysRead(store: Path, variable: String): Set[String] =
    RecordingFileSystem.reads.asScala.toSeq
      .map(_.path.stripPrefix(s"$store/$variable/c/"))
      .filterNot(_.startsWith("/"))
      .toSet

  protected def plan(query: DataFrame): SparkPlan =
    query.queryExecution.executedPlan match {
      case adaptive: AdaptiveSparkPlanExec => adaptive.executedPlan
      case plan                            => plan
    }

  protected def scans(query: DataFrame): Seq[BatchScanExec] =
    collectWithSubqueries(plan(query)) { case scan: BatchScanExec => scan }

  protected def scan(query: DataFrame): Scan = scans(query).head.scan

  /** How many operators of a plan have a name. */
  protected def operators(query: DataFrame, name: String): Int =
    collect(plan(query)) { case node if node.nodeName.startsWith(name) => node }.size
}
