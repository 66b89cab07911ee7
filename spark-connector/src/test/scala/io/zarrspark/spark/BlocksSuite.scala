package io.zarrspark.spark

import java.nio.file.Path
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.Row
import org.apache.spark.sql.types._
import scala.jdk.CollectionConverters._
import scala.util.Random

/** Tables with one row per block hold the cells that tables of cells hold. */
class BlocksSuite extends SparkSuite {
  override protected def settings: Map[String, String] =
    Map("spark.hadoop.fs.rec.impl" -> classOf[RecordingFileSystem].getName)

  private def blocks(store: Path, options: (String, String)*): DataFrame =
    load(store, options :+ ("layout" -> "blocks"): _*)

  /** The cells of a table of cells by their indices: coordinates, then variables. */
  private def cells(table: DataFrame, dims: Seq[String]): Map[Seq[Long], Seq[Any]] =
    table
      .selectExpr(dims.map(dim => s"`_index_$dim`") ++ table.columns.map(c => s"`$c`"): _*)
      .collect()
      .map(row => row.toSeq.take(dims.size).map(_.asInstanceOf[Long]) -> row.toSeq.drop(dims.size))
      .toMap

  /** The same from a table of blocks; no cell may be in two of them. */
  private def exploded(table: DataFrame, dims: Seq[String]): Map[Seq[Long], Seq[Any]] = {
    val variables = table.columns.drop(dims.size * 3)
    val all = for {
      row <- table.collect().toSeq
      shape = dims.map(dim => row.getAs[Int](s"${dim}_size"))
      _ = for ((dim, size) <- dims.zip(shape)) assert(row.getAs[Seq[Any]](dim).size === size)
      _ = for (v <- variables) assert(row.getAs[Seq[Any]](v).size === shape.product)
      cell <- 0 until shape.product
    } yield {
      val inBlock = shape.scanRight(1)(_ * _).tail.zip(shape).map { case (stride, size) =>
        cell / stride % size
      }
      val index = dims.zip(inBlock).map { case (dim, i) => row.getAs[Long](s"${dim}_start") + i }
      index -> (dims.zip(inBlock).map { case (dim, i) => row.getAs[Seq[Any]](dim)(i) } ++
        variables.map(v => row.getAs[Seq[Any]](v)(cell)))
    }
    assert(all.map(_._1).distinct.size === all.size)
    all.toMap
  }

  test("the columns are where a block lies, its coordinates and its values") {
    val schema = blocks(examples.resolve("navy_winds.zarr")).schema
    assert(schema("UWND").getComment() === Some("zonal wind [m s-1]"))
    assert(
      StructType(schema.map(_.copy(metadata = Metadata.empty))) === StructType(
        Seq("time", "lat", "lon").flatMap(dim =>
          Seq(
            StructField(dim + "_start", LongType, nullable = false),
            StructField(dim + "_size", IntegerType, nullable = false)
          )
        ) ++ Seq(
          StructField("time", ArrayType(TimestampType, containsNull = true), nullable = false),
          StructField("lat", ArrayType(DoubleType, containsNull = false), nullable = false),
          StructField("lon", ArrayType(DoubleType, containsNull = false), nullable = false),
          StructField("UWND", ArrayType(FloatType, containsNull = false), nullable = false),
          StructField("VWND", ArrayType(FloatType, containsNull = false), nullable = false)
        )
      )
    )
  }

  test("the example has a row per inner chunk, cut at the edges, missing cells NULL") {
    val coads = examples.resolve("coads.zarr")
    val table = blocks(coads, "variables" -> "SST,AIRT")
    assert(table.count() === 486)
    val corner = table
      .where("lat_start = 88 and lon_start = 170 and month_start = 8")
      .select("month", "lat_size", "lat", "lon_size")
      .head()
    assert(corner === Row(Seq(9, 10, 11, 12), 2, Seq(87.0, 89.0), 10))
    val sums = load(coads, "variables" -> "SST,AIRT")
      .selectExpr("count(SST)", "round(avg(SST), 4)", "count(AIRT)")
      .head()
    assert(
      table
        .selectExpr("explode(arrays_zip(SST, AIRT)) as v")
        .selectExpr("count(v.SST)", "round(avg(v.SST), 4)", "count(v.AIRT)")
        .head() === sums
    )
    assert(sums.getLong(0) === 194400 - 89622)
  }

  /** A random table of two or three variables with grids of their own, some blocks not stored. */
  private def random(random: Random): (Path, Seq[String]) = {
    val store = newDirectory()
    TestArray.writeGroup(store, "", "{}")
    val dims = Seq("a", "b", "c").take(1 + random.nextInt(3))
    val sizes = dims.map(_ => 1 + random.nextInt(9))
    if (random.nextBoolean())
      TestArray
        .of("float64", sizes.head.toLong)
        .dims(dims.head)
        .attributes("""{"_FillValue": 3.0}""")
        .write(store, dims.head, i => Double.box(i(0) * 1.5))
    for ((name, dataType) <- Seq("v" -> "int16", "w" -> "float32", "u" -> "uint64")) {
      val order = if (name == "v") dims else random.shuffle(dims)
      val own = if (name == "w" && dims.size > 1) order.tail else order
      val inner = own.map(_ => 1 + random.nextInt(4))
      val chunk = inner.map(_ * (1 + random.nextInt(3)))
      val array = TestArray
        .of(dataType, own.map(dim => sizes(dims.indexOf(dim)).toLong): _*)
        .dims(own: _*)
        .chunks(chunk: _*)
        .fill("0")
        .attributes(if (name == "v") """{"_FillValue": 7}""" else "{}")
      val absent = random.nextInt(3)
      val written = if (random.nextBoolean()) array.inner(inner: _*) else array
      if (random.nextInt(3) == 0) written.randomExtents(random.self, 8)
      written.write(
        store,
        name,
        i => {
          val value = if (i.sum % 5 < absent) 0L else 1 + i.foldLeft(0L)((n, x) => n * 10 + x) % 100
          if (dataType == "float32") Double.box(value / 4.0) else Long.box(value)
        }
      )
    }
    (store, dims)
  }

  private val seed = 20261130L

  test(s"of random tables, blocks of any shape hold the same cells (seed $seed)") {
    val source = new Random(seed)
    for (round <- 0 until 25) {
      val (store, dims) = random(source)
      val missing = Seq("fill", "null")(source.nextInt(2))
      val common = Seq("variables" -> "v,w,u", "missingChunks" -> missing)
      val expected = cells(load(store, common: _*), dims)
      val shapes = Seq(
        None,
        Some(dims.map(_ => 1 + source.nextInt(11)).mkString(",")),
        Some(dims.map(dim => s"$dim=${1 + source.nextInt(5)}").head)
      )
      for (shape <- shapes) {
        val options = common ++ shape.map("blockShape" -> _) ++
          (if (source.nextBoolean()) Seq("maxPartitionBytes" -> "64") else Nil)
        val clue = s"round $round, $dims, $options"
        val table = blocks(store, options: _*)
        assert(exploded(table, dims) === expected, clue)
        assert(table.count() === table.collect().length, clue)
      }
    }
  }

  private lazy val grid: Path = {
    val store = newDirectory()
    TestArray.writeGroup(store, "", "{}")
    TestArray
      .of("float32", 12, 16)
      .dims("y", "x")
      .chunks(4, 8)
      .inner(2, 4)
      .write(store, "v", i => Double.box(1.0 + i(0) * 16 + i(1)))
    TestArray
      .of("float32", 12, 16)
      .dims("y", "x")
      .chunks(4, 8)
      .write(store, "w", _ => Double.box(1))
    store
  }

  private def recorded(options: (String, String)*): DataFrame =
    spark.read
      .format("zarr")
      .option("layout", "blocks")
      .options(options.toMap)
      .load("rec://" + grid)

  private def reads(query: DataFrame): Seq[RecordingFileSystem.Read] = {
    RecordingFileSystem.reset()
    query.collect()
    RecordingFileSystem.reads.asScala.toSeq.filter(_.path.contains("/c/"))
  }

  private def keysRead(query: DataFrame): Set[String] =
    reads(query).map(read => read.path.stripPrefix(s"$grid/")).toSet

  test("predicates on starts and sizes choose blocks, and only these are read") {
    val query = recorded().where("y_start between 3 and 6 and x_start < 8").select("v", "y_start")
    assert(query.collect().map(_.getLong(1)).sorted === Array(4, 4, 6, 6))
    assert(keysRead(query) === Set("v/c/1/0"))
    assert(!query.queryExecution.executedPlan.toString.contains("Filter ("))
    val sizes = recorded("blockShape" -> "5,16").where("y_size < 5").select("y_start", "y_size")
    assert(sizes.collect() === Array(Row(10L, 2)))
    assert(recorded().where("y_start in (0, 1, 2)").count() === 2 * 4)
    assert(recorded().where("y_start = 100").count() === 0)
  }

  test("predicates on arrays stay with Spark") {
    val query = recorded().where("array_contains(y, 5L) and v[0] > 75").select("y_start", "x_start")
    assert(query.collect() === Array(Row(4L, 12L)))
  }

  test("only the wanted variables are read") {
    assert(keysRead(recorded().select("w")).map(_.head) === Set('w'))
    assert(keysRead(recorded().selectExpr("y_start", "y", "x")) === Set())
    assert(recorded().count() === 24)
  }

  test("blocks of another shape need each object once") {
    for (shape <- Seq("3,5", "y=6", "12,16", "1,1", "8,3")) {
      val query = recorded("blockShape" -> shape, "variables" -> "w").select("w")
      val objects = reads(query).map(_.path)
      assert(objects.size === 6, s"$shape: $objects")
      assert(objects.distinct.size === 6)
    }
  }

  test("arrays survive a shuffle and functions") {
    val table = recorded("blockShape" -> "6,8")
    val rows = table
      .repartition(3)
      .selectExpr("y_start", "x_start", "v[9]", "aggregate(w, 0f, (a, b) -> a + b)", "size(v)")
      .orderBy("y_start", "x_start")
      .collect()
    assert(
      rows === (for (y <- Seq(0L, 6L); x <- Seq(0L, 8L))
        yield Row(y, x, (1 + (y + 1) * 16 + x + 1).toFloat, 48f, 48)).toArray
    )
  }

  test("missing values stay missing behind a shuffle, where rows are copied") {
    val coads = blocks(examples.resolve("coads.zarr"), "variables" -> "SST").select("SST")
    val cells = coads.repartition(2).sort("SST").selectExpr("explode(SST) as v")
    assert(cells.selectExpr("count(*)", "count(v)").head() === Row(194400L, 194400L - 89622))
  }

  test("what the options may be is told when the table is named") {
    def message(options: (String, String)*): String =
      intercept[Exception](blocks(grid, options: _*)).getMessage
    assert(
      intercept[Exception](load(grid, "layout" -> "rows")).getMessage ===
        "The option layout is \"rows\" but must be cells or blocks"
    )
    assert(
      message("blockShape" -> "4,x") ===
        "The option blockShape is \"4,x\" but must be positive sizes, of some dimensions by name" +
        " (time=12,lat=90) or of all in order (12,90,180)"
    )
    assert(
      message("blockShape" -> "4") ===
        "The option blockShape has 1 sizes, but the table has the dimensions [y, x]"
    )
    assert(
      message("blockShape" -> "z=4") ===
        "The option blockShape names z, but the table has the dimensions [y, x]"
    )
    val clashing = newDirectory()
    TestArray.writeGroup(clashing, "", "{}")
    for (name <- Seq("v", "x_start"))
      TestArray.of("int8", 2).dims("x").write(clashing, name, _ => Long.box(1))
    assert(
      intercept[Exception](blocks(clashing)).getMessage ===
        s"$clashing: the column x_start of layout=blocks is needed for the blocks of a dimension," +
        " but there is a variable x_start. Leave it out with the option variables"
    )
  }

  test("arrays without dimensions and without cells are tables of blocks too") {
    val scalar = newDirectory()
    TestArray.of("int32").write(scalar, "", _ => Long.box(5))
    assert(blocks(scalar).collect().map(_.toSeq) === Array(Seq(Seq(5))))
    val empty = newDirectory()
    TestArray.of("int32", 0, 3).dims("y", "x").writeMetadata(empty, "")
    assert(blocks(empty).count() === 0)
    assert(blocks(empty, "blockShape" -> "2,2").collect().isEmpty)
  }
}
