package io.zarrspark.spark

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec

/** What a scan tells of itself: in its metrics and in EXPLAIN. */
class MetricsSuite extends SparkSuite {
  override protected def settings: Map[String, String] =
    Map("spark.sql.adaptive.enabled" -> "false", "spark.sql.codegen.wholeStage" -> "true")

  private def scan(table: DataFrame): BatchScanExec =
    table.queryExecution.executedPlan.collectFirst { case scan: BatchScanExec => scan }.get

  private def winds: DataFrame = load(examples.resolve("navy_winds.zarr"))

  private def yearOfRegion: DataFrame = winds.where(
    "time >= timestamp'1985-01-01' and time < timestamp'1986-01-01' and lat between 20 and 50 and lon between 100 and 180"
  )

  test("metrics count objects, requests, blocks and cells") {
    val table = yearOfRegion.select("UWND")
    assert(table.collect().length === 12 * 13 * 33)
    val metrics = scan(table).metrics.map { case (name, metric) => name -> metric.value }
    // Latitudes 20 to 50 lie in 1 of 4 inner chunks, longitudes 100 to 180 in 2 of 4, a year in 1 of 11.
    assert(metrics("zarrObjectsFetched") === 1)
    assert(metrics("zarrBlocksRead") === 2)
    assert(metrics("zarrBlocksPruned") === 11 * 4 * 4 - 2)
    assert(metrics("zarrBlocksAbsent") === 0)
    assert(metrics("zarrCellsDecoded") === 2 * 12 * 19 * 36)
    assert(metrics("zarrRequests") >= 2)
    assert(metrics("zarrBytesFetched") > 0)
    assert(metrics("zarrFetchTime") > 0)
    assert(metrics("zarrDecodeTime") > 0)
  }

  test("EXPLAIN shows the ranges of the dimensions and the blocks") {
    val text = scan(yearOfRegion.select("UWND")).scan.description
    assert(
      text === s"zarr ${examples.resolve("navy_winds.zarr")} [time [36,48) of 132, lat [44,57) of 73, lon [32,65) of 144]," +
        " blocks 2 of 176 in 1 objects"
    )
    assert(yearOfRegion.select("UWND").queryExecution.toString.contains("navy_winds.zarr"))
  }

  test("exact filters leave nothing for Spark to filter") {
    assert(!yearOfRegion.queryExecution.executedPlan.toString.contains("Filter ("))
    assert(winds.where("UWND > 5").queryExecution.executedPlan.toString.contains("Filter ("))
  }

  test("statistics are those of the wanted cells") {
    val statistics = yearOfRegion.select("UWND").queryExecution.optimizedPlan.stats
    assert(statistics.rowCount.contains(BigInt(12 * 13 * 33)))
  }

  test("equal scans in one query run once") {
    val means = winds.groupBy("lat").avg("UWND")
    val joined = means.join(means.withColumnRenamed("avg(UWND)", "again"), "lat")
    assert(joined.queryExecution.executedPlan.toString.contains("ReusedExchange"))
    assert(joined.count() === 73)
  }
}
