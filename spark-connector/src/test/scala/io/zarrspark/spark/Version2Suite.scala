package io.zarrspark.spark

import java.nio.charset.StandardCharsets
import java.nio.file.Files
import java.nio.file.Path
import java.sql.Timestamp
import java.time.Instant
import java.time.LocalDateTime
import org.apache.spark.SparkException
import org.apache.spark.sql.Row
import org.apache.spark.sql.types._

/** Groups of Zarr v2 as xarray writes them; columns of text and times beside numbers. */
class Version2Suite extends SparkSuite {

  private def put(root: Path, key: String, text: String): Unit =
    putBytes(root, key, text.getBytes(StandardCharsets.UTF_8))

  private def putBytes(root: Path, key: String, bytes: Array[Byte]): Unit = {
    val file = root.resolve(key)
    Files.createDirectories(file.getParent)
    Files.write(file, bytes)
  }

  private def longs(values: Long*): Array[Byte] = {
    val buffer =
      java.nio.ByteBuffer.allocate(8 * values.size).order(java.nio.ByteOrder.LITTLE_ENDIAN)
    values.foreach(v => buffer.putLong(v))
    buffer.array
  }

  private def zarray(shape: String, chunks: String, dtype: String, fill: String): String =
    s"""{"zarr_format":2,"shape":$shape,"chunks":$chunks,"dtype":$dtype,"fill_value":$fill,
       |"order":"C","filters":null,"compressor":null,"dimension_separator":"."}""".stripMargin

  /** time (CF), station (text), when (datetime64); counts with a fill value, which xarray masks. */
  private lazy val dataset: Path = {
    val root = newDirectory()
    val documents = Seq(
      ".zgroup" -> """{"zarr_format":2}""",
      ".zattrs" -> """{"title":"t"}""",
      "time/.zarray" -> zarray("[3]", "[3]", "\"<i8\"", "null"),
      "time/.zattrs" -> """{"_ARRAY_DIMENSIONS":["time"],"units":"days since 2000-01-01"}""",
      "station/.zarray" -> zarray("[2]", "[2]", "\"<U3\"", "null"),
      "station/.zattrs" -> """{"_ARRAY_DIMENSIONS":["station"]}""",
      "count/.zarray" -> zarray("[3,2]", "[2,2]", "\"|i1\"", "-1"),
      "count/.zattrs" -> """{"_ARRAY_DIMENSIONS":["time","station"]}""",
      "good/.zarray" -> zarray("[3,2]", "[3,2]", "\"|b1\"", "false"),
      "good/.zattrs" -> """{"_ARRAY_DIMENSIONS":["time","station"]}""",
      "when/.zarray" -> zarray("[3,2]", "[3,2]", "\"<M8[s]\"", "null"),
      "when/.zattrs" -> """{"_ARRAY_DIMENSIONS":["time","station"]}"""
    )
    documents.foreach { case (key, text) => put(root, key, text) }
    put(
      root,
      ".zmetadata",
      documents
        .map { case (k, v) => s""""$k":$v""" }
        .mkString("""{"zarr_consolidated_format":1,"metadata":{""", ",", "}}")
    )
    putBytes(root, "time/0", longs(0, 1, 2))
    putBytes(root, "station/0", "ab\u0000x\u0000\u0000".getBytes("UTF-32LE"))
    putBytes(root, "count/0.0", Array[Byte](1, 2, -1, 0))
    putBytes(root, "good/0.0", Array[Byte](1, 0, 1, 1, 0, 0))
    putBytes(root, "when/0.0", longs(0, 60, Long.MinValue, 1, 2, -1))
    root
  }

  test("a group that xarray wrote is a table with its coordinates and missing values") {
    val table = load(dataset)
    assert(
      table.schema.map(f => f.name -> f.dataType) === Seq(
        "time" -> TimestampType,
        "station" -> StringType,
        "count" -> ByteType,
        "good" -> BooleanType,
        "when" -> TimestampNTZType
      )
    )
    val day = (n: Int) => Timestamp.from(Instant.parse(s"2000-01-0${n}T00:00:00Z"))
    val second = (n: Long) => LocalDateTime.ofEpochSecond(n, 0, java.time.ZoneOffset.UTC)
    assert(
      table.orderBy("time", "station").collect().toSeq === Seq(
        Row(day(1), "ab", 1.toByte, true, second(0)),
        Row(day(1), "x", 2.toByte, false, second(60)),
        Row(day(2), "ab", null, true, null),
        Row(day(2), "x", 0.toByte, true, second(1)),
        Row(day(3), "ab", null, false, second(2)),
        Row(day(3), "x", null, false, second(-1))
      )
    )
    assert(
      load(dataset, "maskAndScale" -> "false")
        .where("time > '2000-01-02'")
        .select("count")
        .collect()
        .map(_.getByte(0))
        .toSeq === Seq(-1, -1)
    )
  }

  test("predicates, aggregates and groups on such columns have Spark's answers") {
    val table = load(dataset)
    assert(table.where("station = 'x'").count() === 3)
    assert(table.where("station > 'ab' AND good").count() === 1)
    assert(table.where("NOT good").select("when").count() === 3)
    assert(table.where("when >= TIMESTAMP_NTZ '1970-01-01 00:00:01'").count() === 3)
    assert(table.where("when IS NULL").count() === 1)
    assert(table.where("good IS NULL").count() === 0)
    assert(
      table.groupBy("station").count().orderBy("station").collect().toSeq ===
        Seq(Row("ab", 3L), Row("x", 3L))
    )
    assert(
      table
        .selectExpr("count(good)", "count(when)", "max(station)", "max(when)", "min(when)")
        .collect()
        .toSeq ===
        Seq(
          Row(
            6L,
            5L,
            "x",
            LocalDateTime.of(1970, 1, 1, 0, 1),
            LocalDateTime.of(1969, 12, 31, 23, 59, 59)
          )
        )
    )
    assert(
      table
        .groupBy("station")
        .agg(org.apache.spark.sql.functions.sum("count"))
        .orderBy("station")
        .collect()
        .toSeq === Seq(Row("ab", 1L), Row("x", 2L))
    )
    assert(table.orderBy("station", "time").limit(1).select("station").collect().head === Row("ab"))
  }

  test("chunks that are not stored are NULL where so asked, for values of any type") {
    val root = newDirectory()
    val struct = """[["a","<i4"],["b","<c8"]]"""
    for ((name, dtype) <- Seq("s" -> struct, "t" -> "\"<U2\"", "d" -> "\"<M8[D]\"")) {
      put(root, s"$name/.zarray", zarray("[2]", "[1]", dtype, "null"))
      put(root, s"$name/.zattrs", """{"_ARRAY_DIMENSIONS":["x"]}""")
    }
    put(root, ".zgroup", """{"zarr_format":2}""")
    val filled = load(root).selectExpr("s.a", "s.b.im", "t", "d").collect().toSeq
    assert(filled === Seq.fill(2)(Row(0, 0f, "", null)))
    val missing = load(root, "missingChunks" -> "null").selectExpr("s", "t", "d").collect().toSeq
    assert(missing === Seq.fill(2)(Row(null, null, null)))
    assert(load(root, "missingChunks" -> "null").where("t IS NOT NULL").count() === 0)
  }

  test("the fill value stands for missing values by the format of the store, or as asked for") {
    val root = newDirectory()
    put(root, ".zgroup", """{"zarr_format":2}""")
    val dims = """"_ARRAY_DIMENSIONS":["x"]"""
    val arrays = Seq(
      // Stored are 1, -1 and 7; the fourth chunk is absent.
      ("xarray", "-1", s"{$dims}"),
      ("own", "-1", s"""{$dims,"_FillValue":7}"""),
      ("none", "null", s"{$dims}"),
      ("other", "-1", "{}")
    )
    for ((name, fill, attributes) <- arrays) {
      put(root, s"$name/.zarray", zarray("[4]", "[1]", "\"|i1\"", fill))
      put(root, s"$name/.zattrs", attributes)
      Seq(1, -1, 7).zipWithIndex.foreach { case (v, i) =>
        putBytes(root, s"$name/$i", Array(v.toByte))
      }
    }
    val version3 = newDirectory()
    TestArray.writeGroup(version3, "", "{}")
    for ((name, attributes) <- Seq("plain" -> "{}", "own" -> """{"_FillValue":7}""")) {
      TestArray
        .of("int8", 4)
        .chunks(1)
        .dims("x")
        .fill("-1")
        .attributes(attributes)
        .write(version3, name, i => Long.box(Seq(1L, -1L, 7L, -1L)(i(0).toInt)))
    }
    def values(store: Path, mask: String): Seq[Any] = {
      val options = Option(mask).map("useZarrFillValueAsMask" -> _).toSeq
      val table = load(store, options: _*)
      val cells = table.orderBy(table.columns.head).collect().toSeq
      assert(table.schema.fields.last.dataType === ByteType)
      assert(table.where(s"${table.columns.last} = -1").count() === cells.count(_.get(1) == -1))
      cells.map(_.get(1))
    }
    val masks = Seq(null, "true", "false")
    val data = Seq(1, -1, 7, -1)
    val fills = Seq(1, null, 7, null)
    val sevens = Seq(1, -1, null, -1)
    val zeros = Seq(1, -1, 7, 0)
    for (
      (store, wanted) <- Seq(
        root.resolve("xarray") -> Seq(fills, fills, data),
        // As in xarray, the fill value takes the place of the attribute.
        root.resolve("own") -> Seq(fills, fills, sevens),
        root.resolve("none") -> Seq(zeros, zeros, zeros),
        root.resolve("other") -> Seq(data, fills, data),
        version3.resolve("plain") -> Seq(data, fills, data),
        version3.resolve("own") -> Seq(sevens, fills, sevens)
      )
    )
      assert(masks.map(values(store, _)) === wanted, store)
  }

  test("one field of a struct is that field, whichever is asked for") {
    val root = newDirectory()
    put(root, ".zarray", zarray("[1]", "[1]", """[["a","<i8"],["b","<i8"]]""", "null"))
    putBytes(root, "0", longs(1, 2))
    val table = load(root)
    val name = "`" + table.schema.fieldNames(1) + "`"
    assert(table.selectExpr(s"$name.b").collect().toSeq === Seq(Row(2L)))
    assert(table.selectExpr(s"$name.a").collect().toSeq === Seq(Row(1L)))
    assert(table.where(s"$name.b = 2").selectExpr(s"$name.a").collect().toSeq === Seq(Row(1L)))
    val blocks = load(root, "layout" -> "blocks")
    assert(blocks.selectExpr(s"$name[0].b").collect().toSeq === Seq(Row(2L)))
  }

  test("a time that TIMESTAMP_NTZ does not hold is an error, not another time") {
    val root = newDirectory()
    put(root, ".zarray", zarray("[2]", "[2]", "\"<M8[ns]\"", "null"))
    putBytes(root, "0", longs(1000, 1001))
    val e = intercept[SparkException](load(root).collect())
    val messages = Iterator.iterate[Throwable](e)(_.getCause).takeWhile(_ != null).map(_.getMessage)
    assert(
      messages.exists(
        _.contains(
          "the numpy.datetime64[ns] 1001 is no whole number of microseconds, which Spark counts. Set" +
            " the option decodeTimes to false to read the stored numbers"
        )
      )
    )
    val stored = load(root, "decodeTimes" -> "false")
    assert(stored.collect().map(_.getLong(1)).toSeq === Seq(1000L, 1001L))
  }

  test("steps of many units are multiplied exactly or not at all") {
    def days(dtype: String, step: Long): Seq[Row] = {
      val root = newDirectory()
      put(root, ".zarray", zarray("[1]", "[1]", "\"" + dtype + "\"", "null"))
      putBytes(root, "0", longs(step))
      val table = load(root)
      table.select("`" + table.schema.fieldNames(1) + "`").collect().toSeq
    }
    assert(days("<M8[7D]", -1) === Seq(Row(LocalDateTime.of(1969, 12, 25, 0, 0))))
    assert(days("<M8[25ns]", 40) === Seq(Row(LocalDateTime.of(1970, 1, 1, 0, 0, 0, 1000))))
    assert(days("<m8[6M]", -3) === Seq(Row(java.time.Period.of(-1, -6, 0))))
    // 9 * 10^8 weeks are more microseconds than 64 bits count.
    assert(days("<M8[900000000W]", 0) === Seq(Row(LocalDateTime.of(1970, 1, 1, 0, 0))))
    Seq("<M8[900000000W]" -> 1L, "<m8[Y]" -> (1L << 40), "<M8[Y]" -> (1L << 60)).foreach {
      case (dtype, step) =>
        val e = intercept[SparkException](days(dtype, step))
        val messages =
          Iterator.iterate[Throwable](e)(_.getCause).takeWhile(_ != null).map(_.getMessage)
        assert(messages.exists(_.contains(s"$step is beyond what ")), dtype)
    }
  }
}
