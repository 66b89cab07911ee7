package io.zarrspark.spark

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.Paths
import java.nio.file.StandardCopyOption
import org.apache.spark.sql.DataFrame
import scala.jdk.CollectionConverters._

/** References that kerchunk made to an HDF5 file: air[t, y, x] = 100 t + 10 y + x, with no chunks
  * at the last of the six times, which are therefore the fill value, -1.
  */
class ReferencesSuite extends SparkSuite {
  private val fixtures: Path = Paths.get("src/test/resources/storage").toAbsolutePath

  private def check(table: DataFrame): Unit = {
    val air = table.where("x > 10").orderBy("t", "y", "x").select("t", "air").collect()
    val expected =
      for (t <- 0 until 6; y <- 0 until 4; x <- 2 until 5)
        yield (10L * t, if (t == 5) -1f else 100f * t + 10 * y + x)
    assert(air.map(row => (row.getLong(0), row.getFloat(1))).toSeq === expected)
  }

  private def withVariables(path: String): DataFrame =
    spark.read.format("zarr").option("maskAndScale", "false").load(path)

  for (name <- Seq("air.json", "air.parq")) {
    test(s"$name reads from the disk") {
      check(withVariables(s"$fixtures/$name"))
      check(withVariables(s"$fixtures/$name/"))
      check(withVariables(s"reference://air::$fixtures/$name"))
    }

    test(s"$name reads behind HTTP, as does the file that it refers to") {
      val server = new FileServer(fixtures)
      try {
        check(withVariables(s"${server.url}/$name"))
        val made = server.takeRequests().asScala
        assert(made.exists(_.startsWith("GET air.h5 bytes=")))
        assert(!made.exists(_.startsWith("HEAD air.h5")))
      } finally server.close()
    }

    test(s"$name without the file that it refers to is an error") {
      val folder = newDirectory()
      val walk = Files.walk(fixtures)
      try
        walk.iterator.asScala
          .filter(file => fixtures.relativize(file).toString.startsWith(name))
          .foreach { file =>
            Files.copy(
              file,
              folder.resolve(fixtures.relativize(file)),
              StandardCopyOption.REPLACE_EXISTING
            )
          }
      finally walk.close()
      val thrown =
        intercept[Throwable](withVariables(s"$folder/$name").selectExpr("sum(air)").collect())
      val text = Iterator
        .iterate(thrown)(_.getCause)
        .takeWhile(_ != null)
        .map(_.getMessage)
        .mkString("\n")
      assert(text.contains(s"Cannot read what $folder/$name/air/"), text)
      assert(text.contains("air.h5 does not exist"), text)
    }
  }

  test("references of Zarr v3 read as well") {
    val folder = newDirectory()
    Files.write(folder.resolve("data.bin"), Array[Byte](9, 9, 1, 0, 0, 0, 2, 0, 0, 0))
    val v = TestArray.of("int32", 4).chunks(2).dims("x").fill("7").document()
    Files.writeString(
      folder.resolve("refs.json"),
      s"""{"version":1,"templates":{"u":"$folder"},"refs":{"zarr.json":$v,"c/0":["{{u}}/data.bin",2,8]}}"""
    )
    val values = withVariables(s"$folder/refs.json").orderBy("x").collect().map(_.getInt(1))
    assert(values === Array(1, 2, 7, 7))
  }

  test("the index of a shard that is a part of a file lies where the reference ends") {
    val winds = Paths.get("../examples/data/navy_winds.zarr").toAbsolutePath
    val folder = newDirectory()
    val data = new java.io.ByteArrayOutputStream
    val refs = new com.fasterxml.jackson.databind.ObjectMapper().createObjectNode()
    val walk = Files.walk(winds)
    try
      walk.iterator.asScala.filter(Files.isRegularFile(_)).foreach { file =>
        val key = winds.relativize(file).toString
        val bytes = Files.readAllBytes(file)
        if (key.endsWith("zarr.json")) refs.put(key, new String(bytes, "UTF-8"))
        else {
          data.write(Array.fill[Byte](5)(-1))
          refs.putArray(key).add(s"$folder/data.bin").add(data.size).add(bytes.length)
          data.write(bytes)
        }
      }
    finally walk.close()
    Files.write(folder.resolve("data.bin"), data.toByteArray)
    Files.writeString(folder.resolve("refs.json"), s"""{"version":1,"refs":$refs}""")
    val sums = Seq("count(*)", "sum(UWND)", "sum(VWND)", "max(time)")
    val expected = spark.read.format("zarr").load(winds.toString).selectExpr(sums: _*).head()
    val read = spark.read.format("zarr").load(s"$folder/refs.json").selectExpr(sums: _*).head()
    assert(read === expected)
  }
}
