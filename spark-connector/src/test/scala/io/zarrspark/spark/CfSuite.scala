package io.zarrspark.spark

import java.nio.file.Path
import java.nio.file.Paths
import java.time.Duration
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.Row
import org.apache.spark.sql.types._
import scala.jdk.CollectionConverters._

/** Conventions of CF, where they decide more than a value: calendars, durations, metadata. That
  * values are xarray's is what `.ci/interop/test_cf.py` shows.
  */
class CfSuite extends SparkSuite {

  override protected def settings: Map[String, String] =
    Map("spark.hadoop.fs.rec.impl" -> classOf[RecordingFileSystem].getName)

  private def store(arrays: (String, TestArray)*): Path = {
    val root = newDirectory()
    TestArray.writeGroup(root, "", "{}")
    for ((name, array) <- arrays) array.write(root, name, i => Long.box(i.sum))
    root
  }

  private def message(body: => Any): String = {
    val failure = intercept[Exception](body)
    Iterator
      .iterate[Throwable](failure)(_.getCause)
      .takeWhile(_ != null)
      .map(_.getMessage)
      .mkString("\n")
  }

  /** A year of 360 days in chunks of a month. */
  private def year: Path = {
    val root = newDirectory()
    TestArray.writeGroup(root, "", "{}")
    TestArray
      .of("int32", 360)
      .dims("time")
      .attributes("""{"units":"days since 2000-01-01 12:00","calendar":"360_day"}""")
      .write(root, "time", i => Long.box(i(0)))
    TestArray
      .of("float64", 360, 2)
      .dims("time", "x")
      .chunks(30, 2)
      .write(root, "v", i => Double.box(1.0 + i(0)))
    root
  }

  private def keysRead(root: Path, query: DataFrame): (Array[Row], Seq[String]) = {
    RecordingFileSystem.reset()
    val rows = query.collect()
    val keys = RecordingFileSystem.reads.asScala.toSeq
      .map(read => root.relativize(Paths.get(read.path)).toString)
      .filter(_.startsWith("v/c/"))
    (rows, keys.distinct.sorted)
  }

  test("times of a calendar that Spark does not have are text, whose filters read what they need") {
    val root = year
    val table = spark.read.format("zarr").load("rec://" + root)
    assert(table.schema("time").dataType === StringType)
    assert(!table.schema("time").nullable)
    val (rows, keys) =
      keysRead(root, table.where("time >= '2000-02-30' and time < '2000-03-02' and x = 0"))
    assert(
      rows === Array(Row("2000-02-30 12:00:00", 0L, 60.0), Row("2000-03-01 12:00:00", 0L, 61.0))
    )
    assert(keys === Seq("v/c/1/0", "v/c/2/0"))
    assert(keysRead(root, table.where("time = '2000-02-30 12:00:00'"))._2 === Seq("v/c/1/0"))
    assert(
      keysRead(root, table.where("time in ('2000-02-30 12:00:00', '2000-12-30 12:00:00')"))._2 ===
        Seq("v/c/1/0", "v/c/11/0")
    )
    assert(table.where("time < '2000'").count() === 0)
    assert(table.where("time is null").count() === 0)
    assert(table.orderBy(table("time").desc).limit(1).head().getString(0) === "2000-12-30 12:00:00")
  }

  test("text times are grouped by, joined on and put in arrays of blocks") {
    val table = load(year)
    assert(
      table.groupBy("time").sum("v").orderBy("time").head() === Row("2000-01-01 12:00:00", 2.0)
    )
    assert(
      table.selectExpr("min(time)", "max(time)", "count(distinct time)").head() ===
        Row("2000-01-01 12:00:00", "2000-12-30 12:00:00", 360)
    )
    val days = table.where("x = 1").select("time", "v").withColumnRenamed("v", "w")
    assert(table.join(days, "time").where("v = w").count() === 720)
    assert(
      load(year, "layout" -> "blocks")
        .where("time_start = 30")
        .select("time")
        .head()
        .getSeq[String](0)
        .last === "2000-02-30 12:00:00"
    )
  }

  test("a text variable may be NULL where its chunk is absent") {
    val root = newDirectory()
    val times = TestArray
      .of("int64", 4)
      .dims("x")
      .chunks(2)
      .attributes("""{"units":"days since 2001-02-27","calendar":"noleap","_FillValue":-1}""")
    times.write(root, "", i => Long.box(if (i(0) < 2) 0 else if (i(0) == 2) -1 else 2))
    assert(
      load(root).select(root.getFileName.toString).collect().map(_.get(0)) ===
        Array("2001-02-27 00:00:00", "2001-02-27 00:00:00", null, "2001-03-01 00:00:00")
    )
    val absent = load(root, "missingChunks" -> "null")
    val name = "`" + root.getFileName + "`"
    assert(absent.where(s"$name is null").count() === 3)
    assert(absent.where(s"$name = '2001-03-01 00:00:00'").count() === 1)
  }

  test("bytes that xarray noted as booleans are booleans") {
    val root = newDirectory()
    TestArray.writeGroup(root, "", "{}")
    // Stored are 0, 1, 2 and -1; the last chunk is absent and holds the fill value 0.
    val stored = Seq(0L, 1L, 2L, -1L, 0L)
    for (
      (name, attributes) <- Seq(
        "plain" -> """{"dtype":"bool"}""",
        "missing" -> """{"dtype":"bool","_FillValue":-1}""",
        "packed" -> """{"dtype":"bool","scale_factor":0.5}""",
        "bytes" -> "{}"
      )
    )
      TestArray
        .of("int8", 5)
        .chunks(1)
        .dims("x")
        .attributes(attributes)
        .write(root, name, i => Long.box(stored(i(0).toInt)))
    val table = load(root)
    assert(
      table
        .select("plain", "missing", "packed", "bytes")
        .schema
        .map(f => f.dataType -> f.nullable) ===
        Seq(
          BooleanType -> false,
          BooleanType -> true,
          DoubleType -> false,
          ByteType -> false
        )
    )
    val plain = Seq(false, true, true, true, false)
    val missing = Seq(false, true, true, null, false)
    val rows = table.orderBy("x").select("plain", "missing").collect().toSeq
    assert(rows === plain.zip(missing).map { case (a, b) => Row(a, b) })
    assert(table.where("plain").count() === 3)
    assert(table.where("NOT missing").count() === 2)
    assert(table.where("plain = false").select("x").collect().map(_.getLong(0)) === Array(0, 4))
    assert(table.where("missing IS NULL").select("x").head() === Row(3L))
    assert(
      table.selectExpr("max(plain)", "min(missing)", "count(missing)").head() ===
        Row(true, false, 4L)
    )
    val blocks = load(root, "layout" -> "blocks", "blockShape" -> "5", "variables" -> "missing")
    assert(blocks.select("missing").head().getSeq[Any](0) === missing)
    val bytes = load(root, "maskAndScale" -> "false")
    assert(bytes.orderBy("x").select("missing").collect().map(_.get(0)).toSeq === stored)
  }

  test("int64 times have NaT, which is NULL; others have none and are not nullable") {
    val root = store()
    for ((name, dataType) <- Seq("v" -> "int64", "w" -> "int32"))
      TestArray
        .of(dataType, 2)
        .dims("x")
        .attributes("""{"units":"days since 2000-01-01"}""")
        .write(root, name, i => Long.box(if (i(0) == 1 && name == "v") Long.MinValue else i(0)))
    val table = load(root)
    assert(table.where("v is null").select("x").head() === Row(1L))
    assert(table.schema("v").nullable)
    assert(!table.schema("w").nullable)
  }

  test("durations are intervals if xarray noted them so, or if they are asked for") {
    val noted = """{"units":"hours","dtype":"timedelta64[ns]"}"""
    val root = store(
      "v" -> TestArray.of("int32", 3).dims("x").attributes(noted),
      "w" -> TestArray.of("int32", 3).dims("x").attributes("""{"units":"hours"}""")
    )
    val table = load(root)
    assert(table.schema("v").dataType === DayTimeIntervalType())
    assert(table.schema("w").dataType === IntegerType)
    assert(table.where("v > interval 1 hour").select("v").head() === Row(Duration.ofHours(2)))
    assert(load(root, "decodeTimedelta" -> "true").schema("w").dataType === DayTimeIntervalType())
    for (option <- Seq("decodeTimedelta", "decodeTimes", "decodeCf"))
      assert(load(root, option -> "false").schema("v").dataType === IntegerType, option)
    assert(
      load(root, "decodeTimes" -> "false", "decodeTimedelta" -> "true")
        .schema("v")
        .dataType === DayTimeIntervalType()
    )
  }

  test("times and durations beyond what Spark holds say so") {
    val root = newDirectory().resolve("v")
    TestArray
      .of("float64", 1)
      .attributes("""{"units":"days since 2000-01-01","calendar":"noleap"}""")
      .write(root, "", _ => Double.box(1e12))
    assert(
      message(load(root).collect()).contains(
        s"Cannot read $root: the time 1.0E12 days since 2000-01-01 is beyond what 64 bits of" +
          " microseconds hold. Set the option decodeTimes to false to read the stored numbers"
      )
    )
    TestArray
      .of("int64", 1)
      .attributes("""{"units":"days"}""")
      .write(root, "", _ => Long.box(1L << 60))
    assert(
      message(load(root, "decodeTimedelta" -> "true").collect()).contains(
        s"Cannot read $root: the duration ${1L << 60} days is beyond what an INTERVAL holds." +
          " Set the option decodeTimedelta to false to read the stored numbers"
      )
    )
  }

  test("_Unsigned changes the type, and coordinates are filtered by the values they mean") {
    val root = store("v" -> TestArray.of("int8", 4).dims("x"))
    TestArray
      .of("int64", 4)
      .dims("x")
      .attributes("""{"_Unsigned":"true"}""")
      .write(root, "x", i => Long.box(i(0) - 2))
    val table = load(root)
    assert(table.schema("x").dataType === DecimalType(20, 0))
    assert(table.where("x > 18446744073709551614").select("v").collect() === Array(Row(1.toByte)))
    assert(table.where("x < 1").select("v").collect() === Array(Row(2.toByte)))
    assert(load(root, "maskAndScale" -> "false").schema("x").dataType === LongType)
  }

  test("attributes are metadata of the column") {
    val attributes =
      """{"long_name":"Air temperature","units":"K","cell_methods":"time: mean","valid_range":[180.0,330.0],
        |"flag_values":[1,2],"flag_meanings":["a","b"],"mixed":[1,"a"],"nested":{"n":1},"none":null,
        |"big":18446744073709551616,"true":true}""".stripMargin
    val root = store(
      "t" -> TestArray.of("float32", 2).dims("x").attributes(attributes),
      "x" -> TestArray.of("int32", 2).dims("x").attributes("""{"standard_name":"longitude"}""")
    )
    for (field <- Seq(load(root).schema("t"), load(root, "layout" -> "blocks").schema("t"))) {
      assert(field.getComment().contains("Air temperature [K]"))
      val found = field.metadata.getMetadata("attributes")
      assert(found.getString("cell_methods") === "time: mean")
      assert(found.getDoubleArray("valid_range") === Array(180.0, 330.0))
      assert(found.getLongArray("flag_values") === Array(1L, 2L))
      assert(found.getStringArray("flag_meanings") === Array("a", "b"))
      assert(found.getString("mixed") === """[1,"a"]""")
      assert(found.getMetadata("nested").getLong("n") === 1)
      assert(found.getString("big") === "18446744073709551616")
      assert(found.getBoolean("true"))
    }
    assert(load(root).schema("x").getComment().contains("longitude"))
    load(root).createOrReplaceTempView("cf")
    assert(
      spark.sql("DESCRIBE cf").collect().map(row => (row.getString(0), row.getString(2))).toSeq ===
        Seq("x" -> "longitude", "t" -> "Air temperature [K]")
    )
  }

  test("bounds of times take over units and calendar, cell measures are columns") {
    val root = store(
      "time" -> TestArray
        .of("int32", 2)
        .dims("time")
        .attributes("""{"units":"days since 2000-02-29","calendar":"360_day","bounds":"edges"}"""),
      "edges" -> TestArray.of("int32", 2, 2).dims("time", "side"),
      "v" -> TestArray
        .of("float32", 2, 3)
        .dims("time", "x")
        .attributes("""{"cell_measures":"area: area_x"}""")
        .codecs("""{"name":"bytes","configuration":{"endian":"little"}}"""),
      "area_x" -> TestArray.of("int32", 3).dims("x")
    )
    assert(
      load(root, "variables" -> "edges").select("edges").collect().map(_.getString(0)) ===
        Array("2000-02-29", "2000-02-30", "2000-02-30", "2000-03-01").map(_ + " 00:00:00")
    )
    assert(load(root).columns === Array("time", "x", "v", "area_x"))
  }

  test("dropped variables are not opened") {
    val root = store(
      "v" -> TestArray.of("float32", 2).dims("x"),
      "w" -> TestArray.of("float32", 3).dims("y"),
      "x" -> TestArray.of("int32", 2).dims("x")
    )
    assert(load(root, "dropVariables" -> "w, nothing").columns === Array("x", "v"))
    assert(load(root, "dropVariables" -> "w,x").schema("x").dataType === LongType)
    assert(load(root.resolve("v"), "dropVariables" -> "x").schema("x").dataType === LongType)
    assert(
      message(load(root, "dropVariables" -> "w", "variables" -> "w")) ===
        s"$root has no array named w; it has [v, x]"
    )
  }

  test("a group is named by its path or by an option") {
    val root = newDirectory()
    TestArray.writeGroup(root, "", "{}")
    TestArray.writeGroup(root, "model run/air", "{}")
    TestArray.of("int32", 2).dims("x").write(root, "model run/air/t", i => Long.box(i(0)))
    for (group <- Seq("model run/air", "/model run/air/"))
      assert(load(root, "group" -> group).columns === Array("x", "t"))
    assert(load(root, "group" -> "model run/air/t").columns === Array("x", "t"))
    assert(load(root, "group" -> "model run/air", "inspect" -> "arrays").count() === 1)
    assert(message(load(root, "group" -> "sea")).contains(s"$root/sea"))
  }
}
