package io.zarrspark.spark

import com.fasterxml.jackson.databind.JsonNode
import _root_.io.zarrspark.ZarrArray
import _root_.io.zarrspark.chunk.ChunkData
import _root_.io.zarrspark.store.LocalStore
import _root_.io.zarrspark.spark.convert.Verbs
import java.io.ByteArrayOutputStream
import java.io.PrintStream
import java.nio.file.Files
import java.nio.file.Path
import java.util.Arrays
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.Row
import org.apache.spark.sql.connector.read.SupportsReportOrdering
import scala.jdk.CollectionConverters._
import scala.util.Random

/** Tables of arrays whose chunks have different extents, in grids of their own.
  *
  * {{{
  *   time (10)  a  |  0  |  1  |   2   |        lat (7)  a  | 0 |   1   |  2  :      beyond the array
  *              b  |    0    |1|   2   |                 b  |      0      |
  *              c  |   0   |     1     |                 c  |   0   |   1   :       shards of 2 x 2
  * }}}
  */
class RectilinearSuite extends ScanSuite {
  private val edges = Map(
    "a" -> Seq(Seq(3, 3, 4), Seq(2, 4, 3)),
    "b" -> Seq(Seq(5, 1, 4), Seq(7)),
    "c" -> Seq(Seq(4, 6), Seq(4, 4))
  )
  private var store: Path = _

  /** Of a, the chunk in the middle is not stored; of c, an inner chunk. */
  private def value(variable: String, time: Long, lat: Long): Long = variable match {
    case "a" => if (time >= 3 && time < 6 && lat >= 2 && lat < 6) -1 else time * 100 + lat
    case "b" => 5000 + time * 100 + lat
    case "c" => if (time >= 6 && time < 8 && lat < 2) -1 else 9000 + time * 100 + lat
  }

  private def array(variable: String): TestArray =
    TestArray
      .of("int32", 10, 7)
      .dims("time", "lat")
      .extents(edges(variable).map(_.toArray): _*)
      .fill("-1")

  override def beforeAll(): Unit = {
    super.beforeAll()
    store = newDirectory()
    write(store)
  }

  private def write(root: Path): Unit = {
    TestArray.writeGroup(root, "", "{}")
    TestArray
      .of("int32", 10)
      .dims("time")
      .attributes("""{"units":"hours since 2000-01-01"}""")
      .extents(Array(1, 7, 2))
      .write(root, "time", i => Long.box(i(0)))
    TestArray.of("float64", 7).dims("lat").write(root, "lat", i => Double.box(60 - 10.0 * i(0)))
    for (variable <- Seq("a", "b", "c")) {
      val written = if (variable == "c") array(variable).inner(2, 2) else array(variable)
      written.write(root, variable, i => Long.box(value(variable, i(0), i(1))))
    }
  }

  private def table(options: (String, String)*): DataFrame = recorded(store, options: _*)

  private val all = for (t <- 0L until 10; y <- 0L until 7) yield (t, y)

  /** The chunks of a variable, by where each starts and ends along both dimensions. */
  private def chunks(variable: String): Map[String, Seq[(Int, Int)]] = {
    def axis(extents: Seq[Int]) = extents.scanLeft(0)(_ + _).zip(extents.scanLeft(0)(_ + _).tail)
    val Seq(times, lats) = edges(variable).map(axis)
    (for ((t, i) <- times.zipWithIndex; (y, j) <- lats.zipWithIndex)
      yield s"$i/$j" -> Seq(t, y)).toMap
  }

  private def overlapping(variable: String, times: Range, lats: Range): Set[String] =
    chunks(variable).collect {
      case (key, Seq((t0, t1), (y0, y1)))
          if times.exists(t => t >= t0 && t < t1) && lats.exists(y => y >= y0 && y < y1) =>
        key
    }.toSet

  private val stored = Map("a" -> Set("1/1"), "b" -> Set.empty[String], "c" -> Set.empty[String])

  for (variable <- Seq("a", "b", "c"))
    test(s"the cells of $variable are those that were written") {
      val rows = run(
        table("variables" -> variable).selectExpr("_index_time", "_index_lat", "lat", variable)
      )
      assert(
        rows.toSet === all.map { case (t, y) =>
          Seq(t, y, 60 - 10.0 * y, value(variable, t, y).toInt)
        }.toSet
      )
      assert(rows.size === 70)
    }

  test("variables with different grids are columns of one table") {
    for (columns <- Seq("a", "b", "c").permutations; parts <- Seq("64", "64m")) {
      val rows = run(
        table("maxPartitionBytes" -> parts).selectExpr("_index_time" +: "_index_lat" +: columns: _*)
      )
      assert(rows.size === 70)
      assert(
        rows.toSet === all.map { case (t, y) =>
          Seq(t, y) ++ columns.map(value(_, t, y).toInt)
        }.toSet
      )
    }
  }

  test("a box reads the chunks it overlaps and no others") {
    val random = new Random(3)
    for (round <- 0 until 40) {
      val times = Range(random.nextInt(10), 1 + random.nextInt(10))
      val lats = Range(random.nextInt(7), 1 + random.nextInt(7))
      val variable = Seq("a", "b", "c")(round % 3)
      val query = table()
        .where(s"_index_time >= ${times.start} and _index_time < ${times.end}")
        .where(s"lat <= ${60 - 10.0 * lats.start} and lat > ${60 - 10.0 * lats.end}")
        .selectExpr("_index_time", "_index_lat", variable)
      val expected = for (t <- times; y <- lats) yield Seq(t, y, value(variable, t, y).toInt)
      val clue = s"$variable, times $times, lats $lats"
      assert(run(query).toSet === expected.toSet, clue)
      assert(
        keysRead(store, variable) === overlapping(variable, times, lats) -- stored(variable),
        clue
      )
    }
  }

  test("of a shard the wanted inner chunks are read") {
    assert(run(table().where("_index_time = 9 and _index_lat = 6").select("c")) === Seq(Seq(9906)))
    val reads = RecordingFileSystem.reads.asScala.filter(_.path.contains("/c/c/"))
    // 3 x 2 inner chunks of 4 cells, of which the first is not stored.
    assert(
      reads.map(read => read.path.takeRight(3) -> read.length) === Seq("1/1" -> 100, "1/1" -> 16)
    )
  }

  test("aggregates are those of the cells, computed where chunks are decoded") {
    for (variable <- Seq("a", "b", "c"); pushed <- Seq("true", "false")) {
      val options = Seq("pushDownAggregates" -> pushed, "maxPartitionBytes" -> "100")
      def sum(cells: Seq[(Long, Long)]) = cells.map { case (t, y) => value(variable, t, y) }
      val whole = table(options: _*)
        .selectExpr(s"sum($variable)", s"min($variable)", s"max($variable)", "count(*)")
      val values = sum(all)
      assert(run(whole) === Seq(Seq(values.sum, values.min.toInt, values.max.toInt, 70L)))
      assert(operators(whole, "HashAggregate") > 0)
      val grouped = table(options: _*)
        .where("_index_time between 2 and 8")
        .groupBy("lat")
        .agg(Map(variable -> "sum"))
        .orderBy("lat")
      assert(
        run(grouped) === (0L until 7).reverse.map(y =>
          Seq(60 - 10.0 * y, sum((2L to 8).map(t => (t, y))).sum)
        )
      )
    }
  }

  test("an aggregate over a chunk that is not stored reads nothing") {
    val query =
      table().where("_index_time in (4, 5) and _index_lat = 3").selectExpr("sum(a)", "count(a)")
    assert(run(query) === Seq(Seq(-2L, 2L)))
    assert(keysRead(store, "a") === Set())
  }

  test("cells that are not stored are what missingChunks says") {
    val middle = "_index_time between 3 and 6 and _index_lat between 2 and 6"
    val nulls = table("missingChunks" -> "null").where(middle).selectExpr("count(*)", "count(a)")
    assert(run(nulls) === Seq(Seq(20L, 8L)))
    val error = intercept[Exception](table("missingChunks" -> "error").where(middle).collect())
    assert(error.getMessage.contains("Chunk a/c/1/1 of "))
  }

  test("a limit reads the chunks of its rows, from any row on") {
    for (variable <- Seq("a", "b", "c")) {
      val rows = run(table().select("time", "lat", variable))
      for (from <- Seq(0, 5, 17, 34, 60); count <- Seq(1, 9)) {
        val query = table().select("time", "lat", variable).offset(from).limit(count)
        assert(run(query) === rows.slice(from, from + count), s"$variable $from $count")
      }
    }
    run(table().select("a").limit(3))
    assert(keysRead(store, "a") === Set("0/0"))
    run(table().select("a").offset(69))
    assert(keysRead(store, "a") === Set("2/2"))
  }

  test("an order that is reported is the order of the rows") {
    for (variable <- Seq("a", "b", "c")) {
      val sorted = table().select("time", "lat", variable).orderBy("time", "lat")
      val expected = all.sortBy { case (t, y) => (t, -y) }.map { case (t, y) =>
        value(variable, t, y).toInt
      }
      assert(run(sorted).map(_.last) === expected, variable)
      assert(run(sorted.limit(12)).map(_.last) === expected.take(12), variable)
      val last =
        table().select("time", variable).orderBy(org.apache.spark.sql.functions.desc("time"))
      assert(run(last.limit(7)).map(_.last.asInstanceOf[Int] / 100 % 10).toSet === Set(9))
    }
    run(table().select("time", "b").orderBy(org.apache.spark.sql.functions.desc("time")).limit(7))
    assert(keysRead(store, "b") === Set("2/0"))
    val reported = scan(table().select("time", "lat", "b"))
      .asInstanceOf[SupportsReportOrdering]
      .outputOrdering
    assert(reported.map(_.expression.toString) === Array("time", "lat"))
  }

  test("rows of blocks are the stored chunks") {
    val rows = load(store, "layout" -> "blocks", "variables" -> "a").collect()
    val found = rows.map { row =>
      val start = Seq("time", "lat").map(d => row.getAs[Long](d + "_start"))
      val size = Seq("time", "lat").map(d => row.getAs[Int](d + "_size"))
      val cells =
        for (t <- 0 until size.head; y <- 0 until size(1))
          yield value("a", start.head + t, start(1) + y).toInt
      assert(row.getAs[Seq[Int]]("a") === cells)
      assert(
        row.getAs[Seq[Double]]("lat") === (0 until size(1)).map(y => 60 - 10.0 * (start(1) + y))
      )
      (start, size)
    }
    assert(
      found.toSet === (for (
        (t, h) <- Seq(0L -> 3, 3L -> 3, 6L -> 4);
        (y, w) <- Seq(0L -> 2, 2L -> 4, 6L -> 1)
      ) yield (Seq(t, y), Seq(h, w))).toSet
    )
  }

  test("predicates on starts and sizes choose blocks") {
    val blocks = recorded(store, "layout" -> "blocks", "variables" -> "a")
    val rows = spark.createDataFrame(Arrays.asList(blocks.collect(): _*), blocks.schema)
    def keys(condition: String) = {
      val expected = rows.where(condition).collect().toSeq.map(_.toSeq)
      assert(run(blocks.where(condition)).toSet === expected.toSet, condition)
      keysRead(store, "a")
    }
    assert(keys("time_start = 6") === Set("2/0", "2/1", "2/2"))
    assert(keys("time_start = 5") === Set())
    assert(keys("time_size = 3 and lat_size < 2") === Set("0/2", "1/2"))
    assert(keys("lat_size = 4") === Set("0/1", "2/1"))
    assert(keys("lat_size >= 2 and lat_size <> 4") === Set("0/0", "1/0", "2/0"))
    assert(keys("time_size > 3") === Set("2/0", "2/1", "2/2"))
  }

  test("blocks of any shape are put together of chunks of any") {
    for (shape <- Seq("4,3", "time=3", "lat=7", "10,7", "1,1"); columns <- Seq("a", "a,b,c")) {
      val rows = load(store, "layout" -> "blocks", "blockShape" -> shape, "variables" -> columns)
        .collect()
      val cells = for {
        row <- rows.toSeq
        width = row.getAs[Int]("lat_size")
        cell <- 0 until width * row.getAs[Int]("time_size")
      } yield {
        val t = row.getAs[Long]("time_start") + cell / width
        val y = row.getAs[Long]("lat_start") + cell % width
        for (variable <- columns.split(","))
          assert(row.getAs[Seq[Int]](variable)(cell) === value(variable, t, y), s"$shape $t $y")
        (t, y)
      }
      assert(cells.sorted === all, shape)
    }
  }

  test("blocks are numbered in the order of the grid") {
    val numbers = table("variables" -> "a")
      .selectExpr("_index_time", "_index_lat", "_block", "a")
      .where("_index_time in (0, 5, 9) and _index_lat in (1, 2, 6)")
    assert(
      run(numbers).map(row => row.take(3)).toSet === (for (
        (t, i) <- Seq(0L, 5L, 9L).zipWithIndex;
        (y, j) <- Seq(1L, 2L, 6L).zipWithIndex
      ) yield Seq(t, y, 3L * i + j)).toSet
    )
  }

  test("joins are narrowed by what they find, with and without keys") {
    table().createOrReplaceTempView("t")
    spark
      .sql("select timestamp'2000-01-01 04:00:00' at, 'on' state union all select null, 'off'")
      .localCheckpoint()
      .createOrReplaceTempView("e")
    val join = spark.sql("select sum(b) from t join e on t.time = e.at where e.state = 'on'")
    assert(run(join) === Seq(Seq((0L until 7).map(value("b", 4, _)).sum)))
    assert(keysRead(store, "b") === Set("0/0"))
    for (bucketing <- Seq("true", "false"))
      withSettings("spark.sql.sources.v2.bucketing.enabled" -> bucketing) {
        val both = spark.sql("select sum(x.a * y.b) from t x join t y using (time, lat)")
        assert(
          run(both) === Seq(Seq(all.map { case (t, y) => value("a", t, y) * value("b", t, y) }.sum))
        )
      }
  }

  test("tables about the store tell where chunks lie") {
    def inspect(what: String) = load(store, "inspect" -> what)
    val arrays = inspect("arrays").where("path in ('a', 'b', 'c')").orderBy("path")
    assert(
      arrays.select("path", "chunk_shape", "shard_shape", "chunks", "shards", "error").collect() ===
        Array(
          Row("a", null, null, 9L, null, null),
          Row("b", null, null, 3L, null, null),
          Row("c", Seq(2, 2), null, 20L, 4L, null)
        )
    )
    val chunks =
      inspect("chunks").where("array = 'a'").select("key", "present", "bytes", "start", "shape")
    assert(
      chunks.collect().toSet === Set(
        Row("a/c/0/0", true, 24L, Seq(0, 0), Seq(3, 2)),
        Row("a/c/0/1", true, 48L, Seq(0, 2), Seq(3, 4)),
        Row("a/c/0/2", true, 36L, Seq(0, 6), Seq(3, 1)),
        Row("a/c/1/0", true, 24L, Seq(3, 0), Seq(3, 2)),
        Row("a/c/1/1", false, null, Seq(3, 2), Seq(3, 4)),
        Row("a/c/1/2", true, 36L, Seq(3, 6), Seq(3, 1)),
        Row("a/c/2/0", true, 32L, Seq(6, 0), Seq(4, 2)),
        Row("a/c/2/1", true, 64L, Seq(6, 2), Seq(4, 4)),
        Row("a/c/2/2", true, 48L, Seq(6, 6), Seq(4, 1))
      )
    )
    val inner = inspect("shards").where("not present").select("shard", "index", "start", "shape")
    assert(inner.collect() === Array(Row("c/c/1/0", Seq(3, 0), Seq(6, 0), Seq(2, 2))))
    assert(inspect("shards").count() === 20)
  }

  /** Keys and bytes of all objects. */
  private def contents(root: Path): Map[String, Seq[Byte]] = {
    val files = Files.walk(root)
    try
      files
        .iterator()
        .asScala
        .filter(Files.isRegularFile(_))
        .map(file => root.relativize(file).toString -> Files.readAllBytes(file).toSeq)
        .toMap
    finally files.close()
  }

  test("writing into such a store is refused before anything is changed") {
    val before = contents(store)
    val rows = load(store, "variables" -> "a").selectExpr("time", "lat", "a + 1 as a")
    for (options <- Seq(Map("region" -> "true"), Map("region" -> "false"))) {
      val error = intercept[Exception](
        rows.write.format("zarr").mode("append").options(options).save(store.toString)
      )
      assert(
        error.getMessage.contains(
          s"Cannot write into $store/a: its chunks have different extents (a rectilinear chunk" +
            " grid), which is only read. Write the array anew with a regular chunk grid, or recode" +
            " it by zarr-convert"
        )
      )
    }
    val blocks = load(store, "variables" -> "b", "layout" -> "blocks")
    intercept[Exception](
      blocks.write.format("zarr").mode("append").option("layout", "blocks").save(store.toString)
    )
    assert(contents(store) === before)
  }

  test("coordinates in such chunks are not appended to") {
    val root = newDirectory()
    TestArray.writeGroup(root, "", "{}")
    TestArray.of("int32", 6).dims("x").extents(Array(1, 5)).write(root, "x", i => Long.box(i(0)))
    TestArray.of("int32", 6).dims("x").chunks(4).write(root, "v", i => Long.box(i(0)))
    val before = contents(root)
    val error = intercept[Exception](
      spark
        .sql("select 6 as x, 6 as v")
        .write
        .format("zarr")
        .mode("append")
        .save(root.toString)
    )
    assert(error.getMessage.contains(s"Cannot write into $root/x: its chunks have"))
    assert(contents(root) === before)
    // A region leaves coordinates as they are.
    val region = spark.sql("select 5 as x, 7 as v").write.format("zarr").mode("append")
    region.option("region", "true").save(root.toString)
    assert(load(root).where("x >= 4").orderBy("x").collect() === Array(Row(4, 4), Row(5, 7)))
  }

  test("a new store like such a one has chunks of the largest extents") {
    val target = newDirectory().resolve("t")
    load(store, "variables" -> "a").write
      .format("zarr")
      .option("like", store.toString)
      .save(target.toString)
    val written = ZarrArray.open(new LocalStore(target), "a")
    assert(written.blockShape === Array(4, 4))
    assert(load(target).exceptAll(load(store, "variables" -> "a")).isEmpty)
  }

  private def convert(arguments: String*): JsonNode = convert(System.err, arguments: _*)

  private def convert(console: PrintStream, arguments: String*): JsonNode =
    Verbs.run(spark, Arrays.asList(arguments: _*), console)

  private def ints(root: Path, path: String): Seq[Int] =
    ZarrArray.open(new LocalStore(root), path).readAll().asInstanceOf[ChunkData.Ints].values.toSeq

  test("conversions read them") {
    val target = newDirectory().resolve("t")
    convert("recode", store.toString, target.toString)
    convert(
      "recode",
      store.toString,
      target + "2",
      "--chunks",
      "time=4,lat=all",
      "--shards",
      "none"
    )
    for ((variable, chunk) <- Seq("a" -> Array(4, 4), "b" -> Array(5, 7), "c" -> Array(2, 2))) {
      val values = all.map { case (t, y) => value(variable, t, y).toInt }
      assert(ints(target, variable) === values)
      assert(ints(Path.of(target + "2"), variable) === values)
      assert(ZarrArray.open(new LocalStore(target), variable).blockShape === chunk)
    }
    for (pair <- Seq((store, target), (target, store), (store, Path.of(target + "2")))) {
      val report = convert("verify", pair._1.toString, pair._2.toString)
      assert(report.get("equal").asBoolean)
      assert(report.get("arrays").get(0).get("cells").asLong === 70)
    }
  }

  test("a trillion chunks cost no more than their runs") {
    val root = newDirectory()
    val half = 1L << 39
    val document = TestArray.of("int8", 4 * half).dims("x").extents(Array(9)).fill("7").document
    val runs = s"[[[1,$half],[3,$half]]]"
    Files.writeString(root.resolve("zarr.json"), document.replace("[[9]]", runs))
    val name = root.getFileName.toString
    assert(run(recorded(root).selectExpr("count(*)")) === Seq(Seq(4 * half)))
    val around = recorded(root).where(s"x between ${half - 2} and ${half + 3}")
    assert(
      run(around.selectExpr("x", "_block", s"`$name`").orderBy("x")) ===
        Seq(-2 -> -2, -1 -> -1, 0 -> 0, 1 -> 0, 2 -> 0, 3 -> 1).map { case (i, block) =>
          Seq(half + i, half + block, 7.toByte)
        }
    )
    val blocks = recorded(root, "layout" -> "blocks")
      .where(s"x_size = 3 and x_start <= ${half + 3}")
      .select("x_start", name)
    assert(run(blocks).map(_.head) === Seq(half, half + 3))
    assert(run(blocks).forall(_(1) == Seq.fill(3)(7.toByte)))
  }

  test("inspect says that extents differ") {
    val console = new ByteArrayOutputStream
    convert(new PrintStream(console, true), "inspect", store.toString)
    assert(
      console.toString.contains("a: int32 [10, 7], chunks of different extents; 280 B decoded")
    )
    assert(
      console.toString.contains("c: int32 [10, 7], chunks [2, 2] in shards of different extents")
    )
    assert(console.toString.contains("lat: float64 [7], chunks [7]; "))
  }

  test("verify finds a cell that differs") {
    val other = newDirectory()
    write(other)
    array("b").write(
      other,
      "b",
      i => Long.box(if (i(0) == 9 && i(1) == 6) 0 else value("b", i(0), i(1)))
    )
    val report = convert("verify", store.toString, other.toString)
    assert(!report.get("equal").asBoolean)
    assert(report.get("arrays").get(1).get("differing").asLong === 1)
  }

  test("a copy has every object") {
    val target = newDirectory().resolve("t")
    convert("copy", store.toString, target.toString)
    assert(contents(target) === contents(store))
  }
}
