package io.zarrspark.spark

import java.nio.file.Files
import java.nio.file.Path
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.Row

/** DataFrames become stores, which read back as the same rows. */
class WriteSuite extends SparkSuite {
  protected def newPath(): Path = newDirectory().resolve("store.zarr")

  /** Rows as values that compare by bits. */
  protected def bits(rows: DataFrame): Seq[Seq[Any]] =
    rows
      .collect()
      .toSeq
      .map(_.toSeq.map {
        case f: Float  => "f" + java.lang.Float.floatToRawIntBits(f)
        case d: Double => "d" + java.lang.Double.doubleToRawLongBits(d)
        case other     => other
      })
      .sortBy(_.toString)

  private def grid(times: Int, lats: Int, lons: Int): DataFrame =
    spark
      .range(times.toLong * lats * lons)
      .selectExpr(
        s"timestamp'2020-01-01 00:00:00' + make_interval(0, 0, 0, 0, cast(id div ${lats * lons} as int) * 6) as time",
        s"cast(id div $lons % $lats as double) * 0.5 - 10 as lat",
        s"cast(id % $lons as float) / 3 as lon",
        "cast(id as float) / 7 as t2m",
        "cast(id * 3 as int) as n"
      )

  test("a new store reads back to the bit") {
    val path = newPath()
    val rows = grid(5, 7, 11)
    rows.orderBy("t2m").write.format("zarr").option("dims", "time,lat,lon").save(path.toString)
    val read = load(path)
    assert(read.columns.toSeq === Seq("time", "lat", "lon", "n", "t2m"))
    assert(bits(read.select(rows.columns.map(read.col): _*)) === bits(rows))
    assert(Files.exists(path.resolve("zarr.json")))
    assert(
      Files.list(path.getParent).toArray.toSeq === Seq(path),
      "nothing is left beside the store"
    )
  }
}
