package io.zarrspark.spark

import _root_.io.zarrspark.store.FileNames
import java.nio.file.Files
import java.nio.file.Path
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.SparkSession

/** What suites that write stores have in common. */
abstract class WritingSuite extends SparkSuite {
  protected def newPath(): Path = newDirectory().resolve("store.zarr")

  protected def winds(times: Int, lats: Int, lons: Int): DataFrame =
    WritingSuite.winds(spark, times, lats, lons)

  protected def write(rows: DataFrame, path: Path, mode: String, options: (String, String)*): Unit =
    rows.write
      .format("zarr")
      .mode(mode)
      .options(Map("dims" -> "time,lat,lon") ++ options)
      .save(path.toString)

  protected def create(rows: DataFrame, path: Path, dims: String = "time,lat,lon"): Unit =
    write(rows, path, "errorifexists", "dims" -> dims)

  /** Both have the same columns, by name, and the same rows, by bits. */
  protected def assertSame(actual: DataFrame, expected: DataFrame): Unit = {
    assert(actual.columns.sorted.toSeq === expected.columns.sorted.toSeq)
    val columns = expected.columns.toSeq.map(name => s"`$name`")
    val (left, right) =
      (bits(actual.selectExpr(columns: _*)), bits(expected.selectExpr(columns: _*)))
    assert(left.size === right.size)
    left.zip(right).foreach { case (l, r) => assert(l === r) }
  }

  private def bits(rows: DataFrame): Seq[String] =
    rows
      .collect()
      .toSeq
      .map(
        _.toSeq
          .map {
            case f: Float       => "f" + java.lang.Float.floatToRawIntBits(f)
            case d: Double      => "d" + java.lang.Double.doubleToRawLongBits(d)
            case b: Array[Byte] => b.mkString("b", ",", "")
            case other          => String.valueOf(other)
          }
          .mkString(" ")
      )
      .sorted

  protected def metadata(node: Path): String =
    new String(Files.readAllBytes(node.resolve("zarr.json")), "UTF-8")

  protected def files(directory: Path): Seq[String] = {
    val stream = Files.list(directory)
    try stream.toArray.toSeq.map(_.asInstanceOf[Path].getFileName.toString).sorted
    finally stream.close()
  }

  /** The messages of a failure and its causes. */
  protected def messages(body: => Any): String =
    Iterator
      .iterate(intercept[Throwable](body))(_.getCause)
      .takeWhile(_ != null)
      .map(_.getMessage)
      .mkString("\n")

  /** The objects of a store with their bytes, by key; and nothing else is there, which has a name
    * that readers take for an object.
    */
  protected def objects(store: Path): Map[String, Seq[Byte]] = {
    val stream = Files.walk(store)
    try
      stream.toArray.toSeq
        .map(_.asInstanceOf[Path])
        .filter(file =>
          Files.isRegularFile(file) && !FileNames.isNoObject(file.getFileName.toString)
        )
        .map(file => store.relativize(file).toString -> Files.readAllBytes(file).toSeq)
        .toMap
    finally stream.close()
  }

  /** Both stores have the same objects, bit by bit. */
  protected def assertSameObjects(actual: Path, expected: Path): Unit = {
    val (left, right) = (objects(actual), objects(expected))
    assert(left.keySet === right.keySet)
    right.foreach { case (key, bytes) => assert(left(key) === bytes, key) }
  }
}

object WritingSuite {

  /** Six-hourly winds on a grid, in order. */
  def winds(spark: SparkSession, times: Int, lats: Int, lons: Int): DataFrame =
    spark
      .range(times.toLong * lats * lons)
      .selectExpr(
        s"timestamp'2020-01-01 00:00:00' + make_interval(0, 0, 0, 0, cast(id div ${lats * lons} as int) * 6) as time",
        s"cast(id div $lons % $lats as double) * 0.5 - 10 as lat",
        s"cast(id % $lons as float) / 3 as lon",
        s"cast(id div ${lats * lons} * 10000 + id div $lons % $lats * 100 + id % $lons as float) / 7 as t2m",
        s"cast(id div ${lats * lons} * 10000 + id div $lons % $lats * 100 + id % $lons as int) as n"
      )
}
