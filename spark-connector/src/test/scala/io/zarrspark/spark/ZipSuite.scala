package io.zarrspark.spark

import java.nio.file.Path
import java.nio.file.Paths
import org.apache.spark.sql.DataFrame

/** Stores in zip files that zarr-python wrote: air[t, y, x] = 100 t + 10 y + x, in the group
  * "surface ä".
  */
class ZipSuite extends SparkSuite {
  private val fixtures: Path = Paths.get("src/test/resources/storage").toAbsolutePath

  override protected def settings: Map[String, String] =
    Map("spark.hadoop.fs.rec.impl" -> classOf[RecordingFileSystem].getName)

  private def check(table: DataFrame): Unit = {
    val air = table.where("t >= 20 and x > 1").orderBy("t", "y", "x").select("t", "air").collect()
    val expected =
      for (t <- 2 until 6; y <- 0 until 4; x <- 2 until 5) yield (10 * t, 100f * t + 10 * y + x)
    assert(air.map(row => (row.getInt(0), row.getFloat(1))).toSeq === expected)
  }

  for (name <- Seq("stored.zip", "deflated.zip")) {
    test(s"$name reads, with its group by the option or in the path") {
      check(load(fixtures.resolve(name), "group" -> "surface ä"))
      check(spark.read.format("zarr").load(s"zip://surface ä::$fixtures/$name"))
      check(load(fixtures.resolve(name), "group" -> "surface ä/air"))
    }

    test(s"$name reads on a Hadoop file system and behind HTTP") {
      check(
        spark.read.format("zarr").option("group", "surface ä").load(s"rec://$fixtures/$name")
      )
      val server = new FileServer(fixtures)
      try
        check(
          spark.read.format("zarr").option("group", "surface ä").load(s"${server.url}/$name")
        )
      finally server.close()
    }
  }

  test("the arrays of a zip file are inspected") {
    val arrays =
      load(fixtures.resolve("stored.zip"), "inspect" -> "arrays").select("path").collect()
    assert(arrays.map(_.getString(0)) === Array("surface ä/air", "surface ä/t"))
  }

  test("what is not in the file is not found") {
    val thrown =
      intercept[Exception](load(fixtures.resolve("stored.zip"), "group" -> "none"))
    assert(thrown.getMessage.contains("stored.zip/none is not a Zarr node"))
    val missing = intercept[Exception](load(fixtures.resolve("none.zip")))
    assert(missing.getMessage.contains("none.zip does not exist"))
  }
}
