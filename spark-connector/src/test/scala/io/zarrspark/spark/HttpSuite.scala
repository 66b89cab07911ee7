package io.zarrspark.spark

import java.nio.file.Path
import org.apache.spark.sql.DataFrame
import scala.jdk.CollectionConverters._

/** Stores behind an HTTP server. */
class HttpSuite extends SparkSuite {
  private var server: FileServer = _
  private var folder: Path = _

  override def beforeAll(): Unit = {
    super.beforeAll()
    folder = newDirectory()
    server = new FileServer(folder)
    TestArray.writeGroup(folder, "plain ä", "{}")
    for (name <- Seq("plain ä/v", "shards/v"))
      TestArray
        .of("int32", 8, 8)
        .dims("y", "x")
        .chunks(4, 4)
        .inner(2, 2)
        .fill("-1")
        .write(folder, name, i => Int.box(if (i(0) < 4) -1 else (i(0) * 8 + i(1)).toInt))
    TestArray.of("int32", 8).dims("y").write(folder, "plain ä/y", i => Int.box(i(0).toInt * 10))
  }

  override def afterAll(): Unit = {
    server.close()
    super.afterAll()
  }

  private def table(path: String, options: (String, String)*): DataFrame =
    spark.read.format("zarr").options(options.toMap).load(s"${server.url}/$path")

  private def messages(body: => Any): String =
    Iterator
      .iterate(intercept[Throwable](body))(_.getCause)
      .takeWhile(_ != null)
      .map(_.getMessage)
      .mkString("\n")

  test("a consolidated store reads as it does from the disk") {
    val served = new FileServer(examples)
    try {
      for (name <- Seq("navy_winds.zarr", "coads.zarr")) {
        val there = spark.read.format("zarr").load(s"${served.url}/$name")
        val here = load(examples.resolve(name))
        val hashes = here.columns.map(column => s"sum(hash(`$column`))")
        assert(there.selectExpr(hashes: _*).collect() === here.selectExpr(hashes: _*).collect())
      }
    } finally served.close()
  }

  test("of a shard, the size, the index and the wanted inner chunks are fetched") {
    val rows = table("shards/v").where("y = 5 and x = 1").select("v")
    server.takeRequests()
    assert(rows.collect().map(_.getInt(0)) === Array(41))
    val made = server.takeRequests().asScala.map(_.replaceAll("bytes=.*", "RANGE"))
    assert(
      made === Seq("HEAD shards/v/c/1/0", "GET shards/v/c/1/0 RANGE", "GET shards/v/c/1/0 RANGE")
    )
  }

  test("a group that cannot be listed says so, and opens by the names of its variables") {
    val text = messages(table("plain ä"))
    assert(text.contains(s"Cannot list ${server.url}/plain ä: HTTP has no listings."), text)
    val named = table("plain ä", "variables" -> "v")
    assert(named.columns === Array("y", "x", "v"))
    assert(named.where("y = 50 and x = 1").head().getInt(2) === 41)
    assert(table("plain ä/v").where("y = 50 and x = 1").head().getInt(2) === 41)
  }

  test("a refused chunk is an error, or absent if the option says so") {
    server.refuse(_.endsWith("c/1/1"))
    try {
      val text = messages(table("shards/v").selectExpr("sum(v)").collect())
      assert(text.contains(s"Cannot read ${server.url}/shards/v/c/1/1: the server answered 403"))
      val sum =
        table("shards/v", "missingOnAccessDenied" -> "true").where("x >= 4").selectExpr("sum(v)")
      assert(sum.head().getLong(0) === -32)
    } finally server.refuse(_ => false)
  }

  test("what is not there is not found") {
    assert(messages(table("none")).contains(s"${server.url}/none is not a Zarr node"))
  }

  test("credentials in a URL are refused, and not repeated") {
    for (url <- Seq("https://me:secret@host/a.zarr", "s3a://me:secret@host/a.zarr")) {
      val text = messages(spark.read.format("zarr").load(url))
      assert(text.contains("The path holds a user name and a password"), text)
      assert(!text.contains("secret"))
    }
    val text = messages(spark.read.format("zarr").load("https://host/a.zarr?sig=secret"))
    assert(text.contains("without user names, queries or fragments"), text)
    assert(!text.contains("secret"))
  }
}
