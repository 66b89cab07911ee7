package io.zarrspark.spark

import java.nio.charset.StandardCharsets
import java.nio.file.Files
import java.nio.file.Path
import org.apache.spark.sql.DataFrame

/** Rows go into stores of Zarr v2, as xarray writes them, which stay stores of Zarr v2. */
class AppendVersion2Suite extends WritingSuite {

  private def put(root: Path, key: String, bytes: Array[Byte]): Unit = {
    val file = root.resolve(key)
    Files.createDirectories(file.getParent)
    Files.write(file, bytes)
  }

  private def zarray(shape: String, chunks: String, dtype: String, fill: String): String =
    s"""{"zarr_format":2,"shape":$shape,"chunks":$chunks,"dtype":"$dtype","fill_value":$fill,
       |"order":"C","filters":null,"compressor":{"id":"zlib","level":1},
       |"dimension_separator":"."}""".stripMargin

  /** Two times, three stations (text of fixed length); counts whose fill value is missing. */
  private def dataset(isConsolidated: Boolean): Path = {
    val root = newPath()
    val documents = Seq(
      ".zgroup" -> """{"zarr_format":2}""",
      ".zattrs" -> """{"title":"t"}""",
      "time/.zarray" -> zarray("[0]", "[2]", "<i8", "null"),
      "time/.zattrs" -> """{"_ARRAY_DIMENSIONS":["time"],"units":"hours since 2000-01-01"}""",
      "station/.zarray" -> zarray("[3]", "[3]", "<U3", "null"),
      "station/.zattrs" -> """{"_ARRAY_DIMENSIONS":["station"]}""",
      "count/.zarray" -> zarray("[0,3]", "[2,2]", ">i2", "-1"),
      "count/.zattrs" -> """{"_ARRAY_DIMENSIONS":["time","station"]}""",
      "good/.zarray" -> zarray("[0,3]", "[2,2]", "|b1", "false"),
      "good/.zattrs" -> """{"_ARRAY_DIMENSIONS":["time","station"],"note":"kept"}"""
    )
    documents.foreach { case (key, text) => put(root, key, text.getBytes(StandardCharsets.UTF_8)) }
    if (isConsolidated) {
      val all = documents.map { case (k, v) => s""""$k":$v""" }
      put(
        root,
        ".zmetadata",
        all.mkString("""{"zarr_consolidated_format":1,"metadata":{""", ",", "}}").getBytes("UTF-8")
      )
    }
    val names = "ab\u0000x\u0000\u0000yz\u0000".getBytes("UTF-32LE")
    val packed = new java.io.ByteArrayOutputStream
    val deflater = new java.util.zip.DeflaterOutputStream(packed)
    deflater.write(names)
    deflater.close()
    put(root, "station/0", packed.toByteArray)
    root
  }

  private def rows(from: Int, until: Int): DataFrame =
    spark
      .range(from * 3L, until * 3L)
      .selectExpr(
        "timestamp'2000-01-01 00:00:00' + make_interval(0, 0, 0, 0, int(id div 3)) as time",
        "element_at(array('ab', 'x', 'yz'), int(id % 3) + 1) as station",
        "if(id % 4 = 0, null, cast(id as short)) as count",
        "id % 2 = 0 as good"
      )

  private def append(frame: DataFrame, path: Path, options: (String, String)*): Unit =
    frame.write.format("zarr").mode("append").options(options.toMap).save(path.toString)

  private def json(file: Path) =
    new com.fasterxml.jackson.databind.ObjectMapper().readTree(Files.readAllBytes(file))

  for (isConsolidated <- Seq(true, false))
    test(s"a store grows and cells are replaced, consolidated: $isConsolidated") {
      val path = dataset(isConsolidated)
      append(rows(0, 3), path)
      assertSame(load(path), rows(0, 3))
      append(rows(3, 6), path)
      assertSame(load(path), rows(0, 6))
      val changed = rows(2, 4).selectExpr("time", "station", "cast(7 as short) as count", "good")
      append(changed.where("station = 'x'"), path, "region" -> "true")
      assertSame(
        load(path),
        rows(0, 6)
          .where("not (station = 'x' and hour(time) in (2, 3))")
          .union(changed.where("station = 'x'"))
      )
      for (array <- Seq("time", "count", "good")) {
        val document = json(path.resolve(array + "/.zarray"))
        assert(document.get("shape").get(0).asInt === 6)
        assert(document.get("zarr_format").asInt === 2)
        assert(!document.has("node_type") && !document.has("attributes"))
        assert(!Files.exists(path.resolve(array + "/zarr.json")))
        if (isConsolidated)
          assert(
            json(path.resolve(".zmetadata")).get("metadata").get(array + "/.zarray") === document
          )
      }
      assert(json(path.resolve("good/.zattrs")).get("note").asText === "kept")
      assert(!Files.exists(path.resolve("zarr.json")))
    }

  test("the missing value of a store is told from data, and a text that does not fit is refused") {
    val path = dataset(true)
    append(rows(0, 1), path)
    assert(
      messages(
        append(rows(0, 1).selectExpr("time", "station", "cast(-1 as short) as count", "good"), path)
      ).contains("it is the missing value of the array and would be read as NULL")
    )
    val long = rows(0, 1).selectExpr("time", "'long name' as station", "count", "good")
    assert(messages(append(long.limit(1), path)).contains("Cannot write the coordinate long name"))
    assert(
      messages(append(rows(1, 2).drop("good"), path)).contains("but have no values for [good]")
    )
    assertSame(load(path), rows(0, 1))
  }

  /** Cells of days from 2020-01-01 on, as make_stores.py computes them. */
  private def cells(from: Int, until: Int): DataFrame =
    spark
      .range(from * 4L, until * 4L)
      .selectExpr(
        "timestamp'2020-01-01 00:00:00' + make_interval(0, 0, 0, int(id div 4)) as time",
        "element_at(array('aa', 'b', 'cc', 'd'), int(id % 4) + 1) as x",
        "cast(cast(id as float) / cast(3 as float) as float) as t",
        "cast(id as short) as k",
        "id % 2 = 0 as flag"
      )

  for (version <- Seq(2, 3))
    test(s"rows go into a store that xarray wrote, Zarr v$version") {
      val path = newPath()
      val source = java.nio.file.Paths.get("src/test/resources/xarray", s"v$version.zarr")
      val stream = Files.walk(source)
      try stream.forEach(file => Files.copy(file, path.resolve(source.relativize(file).toString)))
      finally stream.close()
      assertSame(load(path), cells(0, 5))
      append(cells(5, 8), path)
      assertSame(load(path), cells(0, 8))
      val changed = cells(4, 6)
        .where("x <> 'd'")
        .selectExpr("time", "x", "-t as t", "cast(null as short) as k", "not flag as flag")
      append(changed, path, "region" -> "true")
      val untouched = "not (x <> 'd' and day(time) in (5, 6))"
      assertSame(load(path), cells(0, 8).where(untouched).union(changed))
    }
}
