package io.zarrspark.spark

import java.nio.file.Path
import java.nio.file.Paths
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import scala.jdk.CollectionConverters._

/** What aggregates and filters on values read, by the keys and byte ranges that the file system
  * saw.
  *
  * {{{
  *   time (24)  |  shard 0  |  shard 1  |  shard 2  |  shard 3  |     6 hours each
  *   inside a shard: 2 x 2 x 4 inner chunks of 3 x 4 x 4 cells
  *   a: shard 2 is absent; in shard 1 the inner chunks of the second half of lat are
  *   b: all there
  * }}}
  */
class AggregateReadsSuite extends SparkSuite {
  private val indexBytes = 16 * 16 + 4
  private val innerBytes = 3 * 4 * 4 * 4
  private var store: Path = _

  override protected def settings: Map[String, String] =
    Map(
      "spark.hadoop.fs.rec.impl" -> classOf[RecordingFileSystem].getName,
      "spark.sql.adaptive.enabled" -> "false"
    )

  private def a(t: Int, y: Int, x: Int): Double =
    if (t / 6 == 2 || t / 6 == 1 && y >= 4) -1.0 else 1.0 + t * 128 + y * 16 + x

  override def beforeAll(): Unit = {
    super.beforeAll()
    store = newDirectory()
    TestArray.writeGroup(store, "", "{}")
    TestArray.of("int32", 24).dims("time").write(store, "time", index => Long.box(index(0)))
    TestArray.of("int32", 8).dims("lat").write(store, "lat", index => Long.box(70 - 10 * index(0)))
    def variable =
      TestArray.of("float32", 24, 8, 16).dims("time", "lat", "lon").chunks(6, 8, 16).inner(3, 4, 4)
    variable
      .fill("-1.0")
      .write(store, "a", i => Double.box(a(i(0).toInt, i(1).toInt, i(2).toInt)))
    variable.write(store, "b", i => Double.box(1.0 + i(0)))
  }

  private def table(options: (String, String)*): DataFrame =
    spark.read.format("zarr").options(options.toMap).load("rec://" + store)

  private def run(query: DataFrame): Seq[Seq[Any]] = {
    RecordingFileSystem.reset()
    query.collect().toSeq.map(_.toSeq)
  }

  private def reads: Seq[RecordingFileSystem.Read] =
    RecordingFileSystem.reads.asScala.toSeq.filter(_.path.matches(".*/[ab]/c/.*"))

  private def keysRead: Seq[String] =
    reads.map(read => store.relativize(Paths.get(read.path)).toString).distinct.sorted

  private def metrics(query: DataFrame): Map[String, Long] =
    query.queryExecution.executedPlan
      .collectFirst { case scan: BatchScanExec => scan }
      .get
      .metrics
      .map { case (name, metric) => name -> metric.value }

  private def cells: Seq[(Int, Int, Int)] =
    for (t <- 0 until 24; y <- 0 until 8; x <- 0 until 16) yield (t, y, x)

  test("COUNT(*) reads nothing and is one task; a filter reads the coordinates it is on") {
    val all = table().selectExpr("count(*)")
    assert(run(all) === Seq(Seq(24L * 8 * 16)))
    assert(RecordingFileSystem.opened.asScala.isEmpty)
    assert(all.rdd.getNumPartitions === 1)
    assert(run(table().where("lat >= 50").selectExpr("count(*)")) === Seq(Seq(24L * 3 * 16)))
    assert(
      RecordingFileSystem.opened.asScala.forall(_.startsWith(s"$store/lat/")),
      "the coordinates alone decide"
    )
  }

  test("counts and aggregates of dimensions by dimension read no variable") {
    val query = table().groupBy("lat").agg(Map("time" -> "max", "lon" -> "sum", "lat" -> "count"))
    assert(run(query).map(_.tail.toSet).toSet === Set(Set[Any](23, 120L * 24, 24L * 16)))
    assert(reads.isEmpty)
  }

  test("SUM reads each shard once, and nothing of absent ones") {
    val query = table().selectExpr("sum(a)", "count(a)", "min(a)", "max(a)")
    val values = cells.map { case (t, y, x) => a(t, y, x) }
    assert(
      run(query) === Seq(Seq(values.sum, values.size.toLong, -1f, values.max.toFloat))
    )
    assert(keysRead === Seq("a/c/0/0/0", "a/c/1/0/0", "a/c/3/0/0"))
    val lengths = reads.groupBy(_.path).map { case (path, ranges) =>
      path.stripPrefix(s"$store/") -> ranges.map(_.length)
    }
    assert(
      lengths === Map(
        "a/c/0/0/0" -> Seq(indexBytes, 16 * innerBytes),
        "a/c/1/0/0" -> Seq(indexBytes, 8 * innerBytes),
        "a/c/3/0/0" -> Seq(indexBytes, 16 * innerBytes)
      )
    )
    val counted = metrics(query)
    assert(counted("zarrBlocksRead") === 40)
    assert(counted("zarrBlocksAbsent") === 24)
    assert(counted("zarrCellsDecoded") === 40 * 48)
  }

  test("GROUP BY reads each object once, whichever dimensions it is by") {
    for (by <- Seq("time", "lat", "lon", "lat, lon", "time, lat, lon")) {
      table().createOrReplaceTempView("t")
      val query = spark.sql(s"select $by, sum(a) s, max(b) m from t group by $by")
      val groups = cells.groupBy { case (t, y, x) =>
        by.split(", ").toSeq.map(Map("time" -> t, "lat" -> (70 - 10 * y), "lon" -> x.toLong))
      }
      val expected = groups.map { case (key, inside) =>
        (key :+ inside.map { case (t, y, x) => a(t, y, x) }.sum :+ inside.map(1f + _._1).max)
          .mkString(",")
      }
      assert(run(query).map(_.mkString(",")).toSet === expected.toSet)
      assert(reads.count(_.length == indexBytes) === 7)
      assert(reads.size === 14, "an index and one range for each of 3 + 4 shards")
    }
  }

  test("of a filter, what is outside is not read") {
    val query = table().where("time < 6 and lat > 30").groupBy("lat").sum("a")
    val expected = (0 until 4).map { y =>
      val values = for (t <- 0 until 6; x <- 0 until 16) yield a(t, y, x)
      Seq(70 - 10 * y, values.sum)
    }
    assert(run(query).toSet === expected.toSet)
    assert(keysRead === Seq("a/c/0/0/0"))
    assert(reads.map(_.length).sum <= 1.1 * 8 * innerBytes + indexBytes)
  }

  test("a shard cut along its inner chunks adds up") {
    val cut = table("maxPartitionBytes" -> (4 * innerBytes).toString)
    val query = cut.groupBy("lat").sum("b")
    assert(run(query).toSet === (0 until 8).map(y => Seq(70 - 10 * y, 16.0 * (1 to 24).sum)).toSet)
    assert(
      query.queryExecution.executedPlan
        .collectFirst { case s: BatchScanExec => s }
        .get
        .inputRDD
        .getNumPartitions === 16
    )
  }

  test("a block that is absent and fails a filter on its value gives no rows") {
    val query = table().where("a > 0").select("a")
    assert(run(query).size === cells.count { case (t, y, x) => a(t, y, x) > 0 })
    assert(keysRead === Seq("a/c/0/0/0", "a/c/1/0/0", "a/c/3/0/0"))
    val counted = metrics(query)
    assert(counted("zarrBlocksSkipped") === 16 + 8)
    assert(counted("zarrBlocksAbsent") === 0)
    assert(counted("numOutputRows") === 40 * 48)
  }

  test("where it passes, its rows come") {
    val query = table().where("a <= -1 or a is null").select("time", "a")
    assert(run(query).size === 24 * 48)
    assert(metrics(query)("zarrBlocksAbsent") === 24)
    assert(metrics(query)("zarrBlocksSkipped") === 0)
  }

  test("other variables are not fetched where the filtered one is absent and fails") {
    val query = table().where("a > 0 and lon < 100").selectExpr("sum(b)")
    val expected = cells.collect { case (t, y, x) if a(t, y, x) > 0 => 1.0 + t }.sum
    assert(run(query) === Seq(Seq(expected)))
    assert(
      keysRead === Seq("a/c/0/0/0", "a/c/1/0/0", "a/c/3/0/0", "b/c/0/0/0", "b/c/1/0/0", "b/c/3/0/0")
    )
  }

  test("with missingChunks=null an absent block passes IS NULL alone") {
    val table = this.table("missingChunks" -> "null")
    assert(run(table.where("a is null").selectExpr("time")).size === 24 * 48)
    val query = table.where("a < 0").select("a")
    assert(run(query).isEmpty)
    assert(metrics(query)("zarrBlocksSkipped") === 24)
    assert(metrics(query)("numOutputRows") === 40 * 48)
  }

  test("EXPLAIN shows what absent blocks are tested by") {
    val scan = table()
      .where("a > 0")
      .select("a")
      .queryExecution
      .executedPlan
      .collectFirst { case s: BatchScanExec => s.scan }
    assert(scan.get.description.endsWith("in 4 objects, absent blocks tested by [a]"))
  }
}
