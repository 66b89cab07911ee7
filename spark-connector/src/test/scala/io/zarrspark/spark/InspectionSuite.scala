package io.zarrspark.spark

import _root_.io.zarrspark.`type`.Json
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files
import java.nio.file.Path
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.Row
import scala.jdk.CollectionConverters._

/** The tables about a store say what its metadata and its files say. */
class InspectionSuite extends SparkSuite {
  override protected def settings: Map[String, String] =
    Map("spark.hadoop.fs.rec.impl" -> classOf[RecordingFileSystem].getName)

  private val coads = examples.resolve("coads.zarr")

  private def inspect(store: Path, what: String, options: (String, String)*): DataFrame =
    load(store, options :+ ("inspect" -> what): _*)

  /** All files below a folder. */
  private def files(store: Path): Seq[Path] = {
    val walk = Files.walk(store)
    try walk.iterator().asScala.filter(Files.isRegularFile(_)).toList
    finally walk.close()
  }

  private def documents(store: Path): Map[String, com.fasterxml.jackson.databind.JsonNode] =
    files(store)
      .filter(_.getFileName.toString == "zarr.json")
      .map(file =>
        store.relativize(file.getParent).toString -> Json.parse(Files.readAllBytes(file))
      )
      .filter(_._2.get("node_type").asText == "array")
      .toMap

  private def longs(node: com.fasterxml.jackson.databind.JsonNode): Seq[Long] =
    node.elements.asScala.map(_.asLong).toSeq

  test("the arrays of the example stores are those of their metadata") {
    for (name <- Seq("coads.zarr", "navy_winds.zarr")) {
      val store = examples.resolve(name)
      val rows =
        inspect(store, "arrays").collect().map(row => row.getAs[String]("path") -> row).toMap
      val expected = documents(store)
      assert(rows.keySet === expected.keySet)
      for ((path, row) <- rows) {
        val json = expected(path)
        val shape = longs(json.get("shape"))
        assert(row.getAs[Int]("zarr_format") === 3)
        assert(row.getAs[String]("data_type") === json.get("data_type").asText)
        assert(row.getSeq[Long](row.fieldIndex("shape")) === shape)
        assert(
          row.getSeq[String](row.fieldIndex("dimension_names")) ===
            json.get("dimension_names").elements.asScala.map(_.asText).toSeq
        )
        assert(row.getAs[String]("fill_value") === Json.write(json.get("fill_value")))
        assert(row.getAs[String]("codecs") === Json.write(json.get("codecs")))
        assert(row.getAs[String]("attributes") === Json.write(json.get("attributes")))
        assert(row.getAs[Long]("cells") === shape.product)
        assert(row.isNullAt(row.fieldIndex("error")))
      }
    }
  }

  test("a packed and sharded array shows its shapes, its counts and the stages of its chain") {
    val row = inspect(coads, "arrays", "variables" -> "SST")
      .select("chunk_shape", "shard_shape", "chunks", "shards", "decoded_bytes", "stages")
      .head()
    assert(
      row === Row(
        Seq(4L, 11L, 10L),
        Seq(12L, 44L, 20L),
        486L,
        27L,
        194400L * 4,
        Seq(
          Row("scale_offset", "float32", "\"NaN\""),
          Row("cast_value", "float32", "\"NaN\""),
          Row("sharding_indexed", "int16", "-32768"),
          Row("bytes", "int16", "-32768"),
          Row("zstd", null, null)
        )
      )
    )
    assert(
      inspect(coads, "arrays").where("path = 'lat'").select("stages.codec", "shards").head() ===
        Row(Seq("bytes"), null)
    )
  }

  test("an array that cannot be opened is a row with its error") {
    val store = newDirectory()
    TestArray.writeGroup(store, "", "{}")
    TestArray.writeGroup(store, "inner", "{}")
    TestArray.of("int16", 4, 6).chunks(2, 3).write(store, "inner/good", _ => Long.box(1))
    TestArray.of("int16", 3).write(store, "known", _ => Long.box(1))
    val unknown =
      TestArray.of("int16", 3).document.replace("\"bytes\"", "\"no_such_codec\"").getBytes(UTF_8)
    Files.write(Files.createDirectories(store.resolve("odd")).resolve("zarr.json"), unknown)
    Files.write(
      Files.createDirectories(store.resolve("torn")).resolve("zarr.json"),
      "{\"zarr".getBytes
    )
    val rows = inspect(store, "arrays")
      .select("path", "data_type", "shape", "chunks", "shards", "error")
      .orderBy("path")
      .collect()
    assert(rows.map(_.getString(0)) === Array("inner/good", "known", "odd", "torn"))
    assert(rows(0) === Row("inner/good", "int16", Seq(4L, 6L), 4L, null, null))
    assert(rows(1) === Row("known", "int16", Seq(3L), 1L, null, null))
    assert(rows(2).toSeq.take(5) === Seq("odd", "int16", Seq(3L), null, null))
    assert(
      rows(2)
        .getString(5)
        .startsWith(s"array $store/odd: codecs[0]: the codec \"no_such_codec\" is not known")
    )
    assert(rows(3).toSeq.take(5) === Seq("torn", null, null, null, null))
    assert(rows(3).getString(5).startsWith(s"$store/torn/zarr.json is not valid JSON: "))
    assert(
      inspect(store, "chunks").select("array").distinct().orderBy("array").collect() ===
        Array(Row("inner/good"), Row("known"))
    )
    val error = intercept[Exception](inspect(store, "chunks", "variables" -> "odd").collect())
    assert(error.getMessage.contains("\"no_such_codec\" is not known"))
    assert(
      intercept[Exception](inspect(store, "chunks", "variables" -> "x").collect()).getMessage ===
        s"The option variables names x, but $store has only the arrays [inner/good, known, odd, torn]"
    )
  }

  test("chunks are the files on disk and those that are missing") {
    val rows = inspect(coads, "chunks").collect()
    for (row <- rows) {
      val file = coads.resolve(row.getAs[String]("key"))
      assert(row.getAs[Boolean]("present") === Files.exists(file))
      assert(Option(row.getAs[Any]("bytes")) === Some(file).filter(Files.exists(_)).map(Files.size))
      assert(row.getAs[String]("key").startsWith(row.getAs[String]("array") + "/c/"))
    }
    val stored = files(coads).filter(_.getFileName.toString.forall(_.isDigit))
    assert(
      rows.filter(_.getAs[Boolean]("present")).map(_.getAs[String]("key")).toSet ===
        stored.map(coads.relativize(_).toString).toSet
    )
    assert(
      inspect(coads, "chunks")
        .where("array = 'SST'")
        .selectExpr(
          "count(*)",
          "count_if(not present)",
          "sum(aggregate(shape, 1L, (a, b) -> a * b))"
        )
        .head() === Row(27L, 9L, 194400L)
    )
  }

  test("a chunk says where in the array it lies") {
    val array = coads.resolve("SST")
    val corner = inspect(array, "chunks").where("index = array(0L, 2L, 8L)").head()
    assert(
      corner.toSeq.patch(4, Nil, 1) === Seq(
        "",
        "c/0/2/8",
        Seq(0L, 2L, 8L),
        Files.exists(array.resolve("c/0/2/8")),
        Seq(0L, 88L, 160L),
        Seq(12L, 2L, 20L)
      )
    )
  }

  test("inner chunks are where the index of their shard says") {
    val store = newDirectory()
    TestArray
      .of("int32", 5, 8)
      .chunks(4, 4)
      .inner(2, 2)
      .write(store, "", i => Long.box(if (i(0) < 2 && i(1) < 6) 0 else 7))
    val bytes = 2 * 2 * 4L
    val rows = inspect(store, "shards").orderBy("index").collect()
    // Inner chunks outside of the array are none.
    assert(rows.length === 3 * 4)
    for (row <- rows) {
      val index = row.getSeq[Long](2)
      val isPresent = !(index.head == 0 && index(1) < 3)
      assert(row.getString(1) === s"c/${index.head / 2}/${index(1) / 2}")
      assert(row.getBoolean(3) === isPresent)
      assert(row.isNullAt(4) === !isPresent)
      if (isPresent) {
        assert(row.getLong(5) === bytes)
        val shard = Files.readAllBytes(store.resolve(row.getString(1)))
        assert(shard(row.getLong(4).toInt) === 7, s"the first value of inner chunk $index")
      }
      assert(row.getSeq[Long](6) === index.map(_ * 2))
      assert(row.getSeq[Long](7) === Seq(if (index.head == 2) 1L else 2L, 2L))
    }
  }

  test("the absent inner chunks of the example are those its README counts") {
    assert(
      inspect(coads, "shards", "variables" -> "SST")
        .selectExpr(
          "count(*)",
          "count_if(not present)",
          "count(distinct shard)",
          "sum(length) > 0",
          "sum(aggregate(shape, 1L, (a, b) -> a * b))"
        )
        .head() === Row(486L, 111L, 27L, true, 194400L)
    )
    assert(inspect(coads, "shards", "variables" -> "lat").count() === 0, "an array without shards")
  }

  test("an index, but no chunk, is read for a shard, and nothing where only keys are wanted") {
    val store = newDirectory()
    TestArray.of("float64", 64).chunks(16).inner(4).write(store, "v", i => Double.box(i(0) + 1.0))
    val uri = "rec://" + store.resolve("v")
    val indexBytes = 4 * 16 + 4
    def run(what: String, columns: String*): Seq[RecordingFileSystem.Read] = {
      val table = spark.read.format("zarr").option("inspect", what).load(uri)
      RecordingFileSystem.reset()
      table.selectExpr(columns: _*).collect()
      RecordingFileSystem.reads.asScala.toSeq.filter(_.path.contains("/c/"))
    }
    assert(
      run("shards", "length").map(read => (read.position, read.length)).distinct === Seq(
        (128L, indexBytes)
      )
    )
    assert(run("shards", "length").size === 4)
    assert(run("chunks", "bytes").isEmpty)
    assert(run("shards", "shard", "start").isEmpty)
    assert(RecordingFileSystem.opened.asScala.forall(_.endsWith("zarr.json")))
  }

  test("a grid of many objects is shared out by arithmetic") {
    val store = newDirectory()
    TestArray.of("int8", 1000000000L, 2).chunks(1, 1).writeMetadata(store, "")
    val table = inspect(store, "chunks").select("key", "start")
    assert(table.rdd.getNumPartitions === 100000)
    assert(inspect(store, "chunks").select("key").head() === Row("c/0/0"))
  }

  test("a view in SQL takes the option as well") {
    spark.sql(
      s"CREATE TEMPORARY VIEW stored USING zarr OPTIONS (path '$coads', inspect 'chunks', variables 'SST')"
    )
    assert(spark.sql("SELECT count(bytes) FROM stored").head() === Row(18L))
    spark.sql(
      s"CREATE TEMPORARY VIEW rows USING zarr OPTIONS (path '$coads', layout 'blocks', variables 'SST')"
    )
    assert(spark.sql("SELECT count(*), sum(size(SST)) FROM rows").head() === Row(486L, 194400L))
  }

  test("the option is told what it may be") {
    assert(
      intercept[Exception](inspect(coads, "files")).getMessage ===
        "The option inspect is \"files\" but must be arrays, chunks or shards"
    )
    val nowhere = newDirectory()
    assert(
      intercept[Exception](inspect(nowhere, "arrays")).getMessage
        .startsWith(s"$nowhere is not a Zarr node: it has no zarr.json")
    )
  }
}
