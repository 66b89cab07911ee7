package io.zarrspark.spark

import java.nio.file.Files
import java.nio.file.Path
import org.apache.spark.sql.DataFrame

/** A store that fails is never a store of fill values. */
class FailureSuite extends SparkSuite {
  private var store: Path = _

  override protected def settings: Map[String, String] =
    Map("spark.hadoop.fs.rec.impl" -> classOf[RecordingFileSystem].getName)

  override def beforeAll(): Unit = {
    super.beforeAll()
    store = newDirectory()
    TestArray.writeGroup(store, "", "{}")
    TestArray
      .of("float32", 8, 4)
      .dims("t", "x")
      .chunks(4, 4)
      .inner(2, 2)
      .fill("-1")
      .write(store, "v", i => Double.box(if (i(0) < 2) -1.0 else i(0).toDouble))
    TestArray.of("float64", 8).dims("t").write(store, "t", i => Double.box(i(0).toDouble))
  }

  private def table(options: (String, String)*): DataFrame =
    spark.read.format("zarr").options(options.toMap).load("rec://" + store)

  /** The messages of a failure and its causes. */
  private def messages(body: => Any): String =
    Iterator
      .iterate(intercept[Throwable](body))(_.getCause)
      .takeWhile(_ != null)
      .map(_.getMessage)
      .mkString("\n")

  private def failing(paths: String => Boolean)(body: => Any): String = {
    RecordingFileSystem.failOn(path => paths(path))
    try messages(body)
    finally RecordingFileSystem.reset()
  }

  test("a chunk that cannot be read fails the query") {
    val text = failing(_.endsWith("/v/c/1/0"))(table().selectExpr("sum(v)").collect())
    assert(text.contains("Cannot read rec:"))
    assert(text.contains("/v/c/1/0: java.io.IOException: the disk is on fire"))
  }

  test("a chunk of which it is not known whether it exists fails the query") {
    val text = failing(_.matches("status of .*/v/c/1/0"))(table().selectExpr("sum(v)").collect())
    assert(text.contains("/v/c/1/0: java.io.IOException: the disk is on fire"))
  }

  test("coordinates that cannot be read fail the query") {
    assert(
      failing(_.endsWith("/t/c/0"))(table().where("t > 3").collect())
        .contains("Cannot read the coordinates rec:")
    )
  }

  test("metadata that cannot be read fails the loading") {
    assert(
      failing(_.endsWith("/v/zarr.json"))(table())
        .contains("/v/zarr.json: java.io.IOException: the disk is on fire")
    )
  }

  test("a failure in a later object, fetched ahead, is told too") {
    val text =
      failing(_.endsWith("/v/c/1/0"))(table("maxPartitionBytes" -> "1g").select("v").collect())
    assert(text.contains("the disk is on fire"))
  }

  test("a corrupt chunk is named") {
    val copy = newDirectory()
    TestArray.of("float32", 4).chunks(2).write(copy, "", i => Double.box(1.0 + i(0)))
    Files.write(copy.resolve("c/1"), Array[Byte](1, 2, 3))
    val text = messages(load(copy).collect())
    assert(text.contains(s"c/1 of $copy"), text)
    assert(load(copy).where("dim_0 < 2").count() === 2, "the other chunk can be read")
  }

  test("missing chunks are fill values, NULL or an error, as asked") {
    val sums = Seq("sum(v)", "count(v)", "count(*)")
    assert(
      table().selectExpr(sums: _*).head().toSeq === Seq(4.0 * (2 + 3 + 4 + 5 + 6 + 7) - 8, 32L, 32L)
    )
    val nullable = table("missingChunks" -> "null")
    assert(nullable.schema("v").nullable)
    assert(
      nullable.selectExpr(sums: _*).head().toSeq === Seq(4.0 * (2 + 3 + 4 + 5 + 6 + 7), 24L, 32L)
    )
    val text = messages(table("missingChunks" -> "error").selectExpr(sums: _*).collect())
    assert(text.contains("An inner chunk of chunk v/c/0/0 of rec:"))
    assert(
      text.contains(
        "is not stored. Set the option missingChunks to fill or null to read it as fill values or NULL"
      )
    )
    assert(
      table("missingChunks" -> "error")
        .where("t >= 2")
        .selectExpr(sums: _*)
        .head()
        .getLong(2) === 24
    )
  }
}
