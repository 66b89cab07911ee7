package io.zarrspark.spark.storage

import io.zarrspark.spark.TestArray
import io.zarrspark.spark.storage.FaultyProxy.Fault
import io.zarrspark.spark.storage.FaultyProxy.Request
import io.zarrspark.store.Store
import java.io.IOException
import java.nio.file.Path
import java.nio.file.Paths
import org.apache.hadoop.util.VersionInfo
import org.apache.spark.SparkEnv
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation
import scala.jdk.CollectionConverters._
import scala.util.Failure
import scala.util.Success
import scala.util.Try

/** Stores on an S3 server, through s3a. Every test starts with an idle proxy that counts. */
abstract class S3Tests(streams: Option[String])
    extends S3ServerSuite("zarr-" + streams.getOrElse("default"), streams) {

  /** Whether the streams are s3a's newer ones, which fetch more than is asked for, and less often.
    */
  protected lazy val isAnalytics: Boolean =
    streams.isEmpty && S3Tests.hasAnalytics

  protected val icechunk: Path = Paths.get("src/test/resources/icechunk/version2").toAbsolutePath

  private def cell(i: Array[Long]): Number = Int.box((i(0) * 8 + i(1)).toInt)

  private def putGrid(prefix: String): Unit = {
    val local = newDirectory()
    TestArray.of("int32", 8, 8).chunks(1, 1).dims("y", "x").fill("-1").write(local, "v", cell)
    server.putFolder(bucket, prefix, local)
  }

  private def chunk(value: Int): Array[Byte] = Array(value.toByte, 0, 0, 0)

  private def value(store: Store, key: String): Option[Seq[Byte]] =
    Option(store.get(key).orElse(null)).map(_.toSeq)

  private def isChunk(key: String): Request => Boolean =
    r => r.method == "GET" && r.path.endsWith(key)

  test("a sharded store and one with absent chunks read as they do from the disk") {
    for (name <- Seq("navy_winds.zarr", "coads.zarr")) {
      server.putFolder(bucket, name, examples.resolve(name))
      val there = s3(name)
      val here = load(examples.resolve(name))
      assert(there.schema === here.schema)
      val hashes = here.columns.map(column => s"sum(hash(`$column`))")
      assert(there.selectExpr(hashes: _*).collect() === here.selectExpr(hashes: _*).collect())
    }
  }

  test("opening a consolidated store of 100 arrays takes at most 3 requests") {
    val local = newDirectory()
    val arrays = (0 until 100).map(k => s"v$k" -> TestArray.of("int32", 4).dims("x"))
    TestArray.writeConsolidated(local, arrays.toMap.asJava)
    server.putFolder(bucket, "hundred", local)
    val made = requests(s3("hundred"))
    assert(made === Seq("HEAD hundred/zarr.json", "GET hundred/zarr.json"))
  }

  test("opening a consolidated store of Zarr v2 takes 3 requests") {
    val document = """{"zarr_consolidated_format":1,"metadata":{".zgroup":{"zarr_format":2},""" +
      (0 until 100)
        .map(k =>
          s""""v$k/.zarray":{"zarr_format":2,"shape":[4],"chunks":[4],"dtype":"<i4","order":"C",""" +
            s""""compressor":null,"filters":null,"fill_value":0},"v$k/.zattrs":{"_ARRAY_DIMENSIONS":["x"]}"""
        )
        .mkString(",") + "}}"
    server.put(bucket, "hundred2/.zmetadata", document.getBytes)
    val made = requests(s3("hundred2"))
    assert(
      made === Seq("HEAD hundred2/zarr.json", "HEAD hundred2/.zmetadata", "GET hundred2/.zmetadata")
    )
  }

  test("an Icechunk repository opens with a GET for each of two files") {
    server.putFolder(bucket, "ice", icechunk)
    def open() = s3("ice", "variables" -> "air", "tag" -> "v1")
    val made = requests(open())
    assert(
      made.filter(_.startsWith("GET")).map(_.replaceAll("[0-9A-Z]{20}", "ID")) === Seq(
        "GET ice/repo",
        "GET ice/snapshots/ID"
      )
    )
    assert(made.size === 4)
    assert(open().where("air >= 0").count() === 2 * 24 + 12)
    // The snapshot is known by now; a stream with a cache asks whether the other file is still the same.
    assert(requests(open()).filterNot(_ == "GET ice/repo") === Seq("HEAD ice/repo"))
  }

  test("a chunk is one GET, once some were looked up one by one") {
    putGrid("grid")
    val opened = store("grid")
    val made =
      requests(for (y <- 0 until 8; x <- 0 until 8) assert(opened.get(s"v/c/$y/$x").isPresent))
    val heads = made.count(_.startsWith("HEAD"))
    assert(made.count(_.startsWith("GET")) === 64)
    assert(heads === 4)
    assert(made.count(_ == "LIST") === 2)
    assert(requests(assert(opened.get("v/c/9/9").isEmpty)).isEmpty)
  }

  test("an absent chunk is one request") {
    val made = requests(assert(store("grid").get("v/c/9/9").isEmpty))
    assert(made === Seq("HEAD grid/v/c/9/9"))
  }

  test("of a shard, the index and the wanted inner chunks are fetched") {
    val local = newDirectory()
    TestArray
      .of("int32", 512, 512)
      .dims("y", "x")
      .inner(128, 128)
      .write(local, "v", i => Int.box((i(0) * 512 + i(1)).toInt))
    server.putFolder(bucket, "shard", local)
    proxy.reset()
    assert(
      s3("shard/v").where("y = 300 and x = 300").select("v").head().getInt(0) === 300 * 512 + 300
    )
    val ranges = proxy.requests.asScala.filter(r => isChunk("/c/0/0")(r)).map(_.range)
    if (!isAnalytics) {
      assert(ranges.size === 2)
      val bytes = ranges.map { range =>
        val Array(first, last) = range.stripPrefix("bytes=").split("-").map(_.toLong)
        last - first + 1
      }
      // 64 KiB are wanted; s3a reads as much for less.
      assert(bytes.sum <= 3 * 65536, ranges)
    }
  }

  test("a put is one whole object, and is there at once") {
    val opened = store("put")
    val made = requests(opened.put("a b/50%25+#ä", chunk(1)))
    assert(made.count(_.startsWith("PUT")) === 1)
    if (!S3Tests.isHadoop33) assert(made.size === 1, made)
    assert(value(opened, "a b/50%25+#ä") === Some(chunk(1).toSeq))
    opened.put("a b/50%25+#ä", chunk(2))
    assert(value(opened, "a b/50%25+#ä") === Some(chunk(2).toSeq))
    assert(opened.delete("a b/50%25+#ä"))
    assert(!opened.delete("a b/50%25+#ä"))
    assert(value(opened, "a b/50%25+#ä") === None)
  }

  test("groups are listed by their names, whatever is in them") {
    val names = Seq("A", "a", "a b", "50%25", "x#y", "p+q", "ärger")
    val local = newDirectory()
    TestArray.writeGroup(local, "", "{}")
    names.foreach(name => TestArray.of("int32", 2).dims("x").write(local, name, i => Int.box(1)))
    server.putFolder(bucket, "names", local)
    assert(store("names").childNames("").asScala === names.sorted)
    withSettings("spark.sql.caseSensitive" -> "true") {
      assert(s3("names").columns.toSeq === "x" +: names.sorted)
    }
    assert(s3("names/ärger").select("ärger").collect().map(_.getInt(0)) === Array(1, 1))
  }

  test("what lies below a key is listed and deleted by the segments of keys") {
    val opened = store("segments")
    val keys = Seq("v/c/1/0", "v/c/1/1", "v/c/10/0", "v/c/1.x", "v2/c/1/0", "v/zarr.json")
    keys.foreach(opened.put(_, Array[Byte](1)))
    assert(opened.list("").asScala === keys.sorted)
    assert(opened.list("v/c/1").asScala === Seq("v/c/1/0", "v/c/1/1"))
    assert(opened.list("none").isEmpty)
    opened.deleteAll("v/c/1")
    assert(opened.list("v").asScala === Seq("v/c/1.x", "v/c/10/0", "v/zarr.json"))
    assert(opened.get("v/c/1/0").isEmpty)
    opened.deleteAll("v")
    opened.deleteAll("none")
    assert(opened.list("").asScala === Seq("v2/c/1/0"))
    opened.deleteAll("")
    assert(opened.list("").isEmpty)
  }

  test("directories that s3a leaves behind are no nodes") {
    val opened = store("left")
    opened.put("zarr.json", """{"zarr_format":3,"node_type":"group"}""".getBytes)
    opened.put("gone/zarr.json", TestArray.of("int32", 2).document().getBytes)
    opened.put("kept/zarr.json", TestArray.of("int32", 2).dims("x").document().getBytes)
    opened.delete("gone/zarr.json")
    assert(s3("left").columns === Array("x", "kept"))
  }

  test("an empty object is no absent one") {
    putGrid("empty")
    server.put(bucket, "empty/v/c/2/2", Array.emptyByteArray)
    val text = messages(s3("empty/v").selectExpr("sum(v)").collect())
    assert(text.contains("the object has 0 bytes; there should be exactly 4 bytes"), text)
  }

  test("a refused chunk is an error, or absent if the option says so") {
    putGrid("refused")
    proxy.reset()
    proxy.fail(r => r.path.endsWith("/c/3/3"), Fault.FORBIDDEN, 1000)
    val wanted = Seq("3", "4").map(k => s"y = $k and x = $k").mkString("(", ") or (", ")")
    val text = messages(s3("refused/v").where(wanted).select("v").collect())
    assert(text.contains(s"Cannot read s3a://$bucket/refused/v/c/3/3: "), text)
    assert(text.contains("set the option missingOnAccessDenied"), text)
    val values = s3("refused/v", "missingOnAccessDenied" -> "true").where(wanted).select("v")
    assert(values.collect().map(_.getInt(0)).sorted === Array(-1, 36))
  }

  for (
    (fault, times) <- Seq(
      Fault.SLOW_DOWN -> 2,
      Fault.INTERNAL_ERROR -> 2,
      Fault.RESET -> 2,
      Fault.SHORT_BODY -> 1
    )
  ) {
    test(s"$fault of a chunk, $times times, is recovered from") {
      val key = s"recover-$fault"
      putGrid(key)
      proxy.reset()
      proxy.fail(r => isChunk("/c/5/5")(r), fault, times)
      val read = Try(value(store(key), "v/c/5/5"))
      // The newer streams give a body up that ends early.
      if (isAnalytics && fault == Fault.SHORT_BODY && read.isFailure)
        assert(read.failed.get.isInstanceOf[IOException])
      else {
        assert(read.get === Some(chunk(45).toSeq))
        assert(proxy.requests.asScala.count(isChunk("/c/5/5")) > 1)
      }
    }

    test(s"$fault of a chunk for good is an error, never a fill value") {
      val key = s"fail-$fault"
      putGrid(key)
      proxy.reset()
      proxy.fail(r => isChunk("/c/5/5")(r), fault, 1000000)
      val text = messages(value(store(key), "v/c/5/5"))
      assert(text.contains(s"Cannot read s3a://$bucket/$key/v/c/5/5: "), text)
    }
  }

  test("what another writer, or this one, has overwritten is never read from a cache") {
    putGrid("stale")
    assert(value(store("stale"), "v/c/1/1") === Some(chunk(9).toSeq))
    server.put(bucket, "stale/v/c/1/1", chunk(77))
    assert(value(store("stale"), "v/c/1/1") === Some(chunk(77).toSeq))
    val opened = store("stale")
    for (x <- 0 until 8) opened.get(s"v/c/1/$x")
    opened.put("v/c/1/1", chunk(78))
    assert(value(opened, "v/c/1/1") === Some(chunk(78).toSeq))
    opened.delete("v/c/1/1")
    assert(value(opened, "v/c/1/1") === None)
    assert(s3("stale/v").where("y = 1 and x = 1").head().getInt(2) === -1)
    server.put(bucket, "stale/v/c/1/1", chunk(79))
    assert(s3("stale/v").where("y = 1 and x = 1").head().getInt(2) === 79)
  }

  test("an object replaced while a store lists it is never mixed with the old one") {
    putGrid("replaced")
    val opened = store("replaced")
    for (x <- 0 until 8) opened.get(s"v/c/1/$x")
    server.put(bucket, "replaced/v/c/1/1", chunk(77) ++ chunk(78))
    Try(value(opened, "v/c/1/1").get) match {
      case Success(bytes) =>
        assert(bytes === chunk(9).toSeq || bytes === (chunk(77) ++ chunk(78)).toSeq)
      case Failure(e) => assert(e.isInstanceOf[IOException])
    }
  }

  /** What a scan sends to its tasks. Spark adds the session's whole configuration, as for any
    * source.
    */
  private def taskParts(table: DataFrame): Seq[AnyRef] = {
    val batch = table.queryExecution.optimizedPlan.collectFirst {
      case relation: DataSourceV2ScanRelation => relation.scan.toBatch
    }.get
    batch.planInputPartitions().toSeq :+ batch.createReaderFactory()
  }

  test("credentials are in no plan, message or log") {
    putGrid("secret")
    val lines = new LogLines
    val texts = lines.during {
      val table = s3("secret/v").where("y < 4")
      val failure = {
        proxy.fail(r => r.path.endsWith("/c/3/3"), Fault.FORBIDDEN, 1000)
        messages(table.collect())
      }
      val bytes = SparkEnv.get.closureSerializer.newInstance().serialize(taskParts(table))
      Seq(
        failure,
        table.queryExecution.toString,
        table.schema.toString,
        new String(bytes.array, "ISO-8859-1")
      )
    }
    proxy.reset()
    assert(texts.head.contains("c/3/3"))
    assert(lines.text.nonEmpty)
    for (text <- texts :+ lines.text) assert(!text.contains(secret))
  }
}

object S3Tests {
  private def hasClass(name: String): Boolean = Try(Class.forName(name)).isSuccess

  val hasAnalytics: Boolean =
    hasClass("org.apache.hadoop.fs.s3a.impl.streams.AnalyticsStreamFactory")
  val isHadoop33: Boolean = VersionInfo.getVersion.startsWith("3.3.")
}
