package io.zarrspark.spark

import java.nio.file.Path
import org.apache.spark.sql.DataFrame
import scala.jdk.CollectionConverters._

/** What a query reads, by the keys and byte ranges that the file system saw.
  *
  * {{{
  *   time (24)  |  shard 0  |  shard 1  |  shard 2  |  shard 3  |     6 hours each
  *   inside a shard: 2 x 2 x 4 inner chunks of 3 x 4 x 4 cells
  * }}}
  */
class PruningSuite extends SparkSuite {
  private val indexBytes = 16 * 16 + 4
  private val innerBytes = 3 * 4 * 4 * 4
  private var store: Path = _

  override protected def settings: Map[String, String] =
    Map("spark.hadoop.fs.rec.impl" -> classOf[RecordingFileSystem].getName)

  override def beforeAll(): Unit = {
    super.beforeAll()
    store = newDirectory()
    TestArray.writeGroup(store, "", "{}")
    TestArray
      .of("float64", 24)
      .dims("time")
      .attributes("""{"units":"hours since 2000-01-01"}""")
      .write(store, "time", index => Double.box(index(0).toDouble))
    TestArray
      .of("float64", 8)
      .dims("lat")
      .write(store, "lat", index => Double.box(70 - 10.0 * index(0)))
    TestArray.of("int32", 16).dims("lon").write(store, "lon", index => Long.box(index(0) * 5))
    for ((name, factor) <- Seq("a" -> 1.0, "b" -> -1.0))
      TestArray
        .of("float32", 24, 8, 16)
        .dims("time", "lat", "lon")
        .chunks(6, 8, 16)
        .inner(3, 4, 4)
        .write(
          store,
          name,
          i => Double.box(if (i(0) / 6 == 2) 0.0 else factor * (1 + i(0) * 128 + i(1) * 16 + i(2)))
        )
  }

  private def table(options: (String, String)*): DataFrame =
    spark.read.format("zarr").options(options.toMap).load("rec://" + store)

  /** Runs a query, forgetting what was read before it runs. */
  private def run(query: DataFrame): Array[Seq[Any]] = {
    RecordingFileSystem.reset()
    query.collect().map(_.toSeq)
  }

  /** Reads of the chunks of variables; those of coordinates are small and come first. */
  private def chunkReads: Seq[RecordingFileSystem.Read] =
    RecordingFileSystem.reads.asScala.toSeq.filter(_.path.matches(".*/[ab]/c/.*"))

  private def coordinatesRead: Seq[String] =
    RecordingFileSystem.reads.asScala.toSeq
      .map(_.path.stripPrefix(s"$store/"))
      .filter(_.matches("(time|lat|lon)/c/0"))
      .sorted

  private def keysRead: Set[String] =
    chunkReads.map(read => store.relativize(java.nio.file.Paths.get(read.path)).toString).toSet

  private def rowsOf(times: Range, lats: Range, lons: Range): Double =
    (for (t <- times; y <- lats; x <- lons)
      yield if (t / 6 == 2) 0.0 else 1.0 + t * 128 + y * 16 + x).sum

  test("a query of one column reads its chunks only") {
    assert(
      run(table().selectExpr("sum(a)")) === Array(Seq(rowsOf(0 until 24, 0 until 8, 0 until 16)))
    )
    assert(keysRead === Set("a/c/0/0/0", "a/c/1/0/0", "a/c/3/0/0"))
  }

  test("a shard that is wanted whole is one read of its index and one of all else") {
    run(table().selectExpr("sum(a)"))
    for (reads <- chunkReads.groupBy(_.path).values) {
      assert(reads.map(_.length) === Seq(indexBytes, 16 * innerBytes))
      assert(reads.head.position === 16 * innerBytes)
    }
  }

  test("a shard that is not stored is not read") {
    val rows = run(
      table()
        .where("time >= timestamp'2000-01-01 12:00:00' and time < timestamp'2000-01-01 18:00:00'")
        .selectExpr("count(*)", "sum(a)")
    )
    assert(rows === Array(Seq(6 * 8 * 16L, 0.0)))
    assert(chunkReads.isEmpty)
  }

  test("a filter on time reads only the shards it touches") {
    val rows = run(
      table()
        .where("time between timestamp'2000-01-01 05:00:00' and timestamp'2000-01-01 06:00:00'")
        .selectExpr("sum(a)")
    )
    assert(rows === Array(Seq(rowsOf(5 to 6, 0 until 8, 0 until 16))))
    assert(keysRead === Set("a/c/0/0/0", "a/c/1/0/0"))
  }

  test(
    "a box of an eighth of a shard's inner chunks costs little more than their bytes and the index"
  ) {
    val rows = run(
      table()
        .where(
          "hour(time) < 24 and time < timestamp'2000-01-01 03:00:00' and lat >= 40 and lon < 40"
        )
        .selectExpr("sum(a)")
    )
    assert(rows === Array(Seq(rowsOf(0 until 3, 0 until 4, 0 until 8))))
    assert(keysRead === Set("a/c/0/0/0"))
    assert(chunkReads.count(_.length == indexBytes) === 1)
    assert(chunkReads.map(_.length).sum <= 1.1 * 2 * innerBytes + indexBytes)
  }

  test("rows outside of a filter do not come, though their block is read") {
    val rows = run(
      table()
        .where(
          "time = timestamp'2000-01-01 20:00:00' and lat in (70, 20, 30) and lon in (0, 10, 75)"
        )
        .select("lat", "lon", "a", "b")
        .orderBy("lat", "lon")
    )
    val expected = for (y <- Seq(5, 4, 0); x <- Seq(0, 2, 15)) yield {
      val value = (1 + 20 * 128 + y * 16 + x).toFloat
      Seq(70 - 10.0 * y, 5 * x, value, -value)
    }
    assert(rows.toSeq === expected)
    assert(keysRead === Set("a/c/3/0/0", "b/c/3/0/0"))
  }

  test("a count reads no chunk, with and without filters on dimensions") {
    RecordingFileSystem.reset()
    assert(table().count() === 24 * 8 * 16)
    assert(chunkReads.isEmpty)
    assert(table().where("lat < 0").count() === 0)
    assert(table().where("lat = 70").count() === 24 * 16)
    assert(chunkReads.isEmpty)
    assert(coordinatesRead.toSet === Set("lat/c/0"), "the coordinates alone decide")
  }

  test("a filter that nothing matches reads nothing and makes no task") {
    val query = table().where("lat > 1000").select("a")
    assert(query.rdd.getNumPartitions === 0)
    assert(run(query).isEmpty)
    assert(chunkReads.isEmpty)
  }

  test("a column of coordinates is read once, by the driver") {
    run(table().selectExpr("max(lon)", "max(lat)"))
    assert(coordinatesRead === Seq("lat/c/0", "lon/c/0"))
    assert(chunkReads.isEmpty)
  }

  test("the index of a shard is read once per task") {
    val query = table("maxPartitionBytes" -> (4 * 3 * 4 * 4 * 4).toString)
      .where("time < timestamp'2000-01-01 06:00:00'")
      .select("a")
    assert(
      query.rdd.getNumPartitions === 4,
      "a shard larger than a partition is cut along its inner chunks"
    )
    run(query)
    assert(keysRead === Set("a/c/0/0/0"))
    assert(chunkReads.count(_.length == indexBytes) === 4)
    assert(chunkReads.filter(_.length != indexBytes).map(_.length) === Seq.fill(4)(4 * innerBytes))
  }

  test("a store is opened by its metadata alone") {
    val consolidated = newDirectory()
    TestArray.writeConsolidated(
      consolidated,
      Map(
        "v" -> TestArray.of("float32", 4).dims("x"),
        "x" -> TestArray.of("float32", 4).dims("x")
      ).asJava
    )
    RecordingFileSystem.reset()
    spark.read.format("zarr").load("rec://" + consolidated).schema
    assert(RecordingFileSystem.opened.asScala === Seq(consolidated.toString + "/zarr.json"))
  }

  test("of 1300000 chunks, opening and planning touch the metadata only") {
    val huge = newDirectory()
    TestArray
      .of("float32", 1300000, 1000, 1000)
      .dims("t", "y", "x")
      .chunks(1, 1000, 1000)
      .inner(1, 100, 100)
      .writeMetadata(huge.resolve("v"), "")
    RecordingFileSystem.reset()
    val all = spark.read.format("zarr").load("rec://" + huge.resolve("v"))
    // Spark 4.2 turns bucketing on by default; partitions then also end where their keys do.
    withSettings("spark.sql.sources.v2.bucketing.enabled" -> "false") {
      assert(
        all.select("t", "v").queryExecution.executedPlan.execute().getNumPartitions === 39394,
        "33 chunks of 4 MB in 128 MiB"
      )
    }
    val day = all.where("t between 700000 and 700023 and y < 100")
    assert(day.count() === 24 * 100 * 1000)
    assert(day.selectExpr("sum(v)").head().getDouble(0) === 0)
    assert(RecordingFileSystem.opened.asScala.toSet === Set(huge.toString + "/v/zarr.json"))
  }
}
