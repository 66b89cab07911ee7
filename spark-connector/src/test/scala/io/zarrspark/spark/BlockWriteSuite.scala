package io.zarrspark.spark

import java.nio.file.Path
import org.apache.spark.sql.DataFrame

/** Rows of blocks are written as they are read, an object each, without a shuffle. */
class BlockWriteSuite extends WritingSuite {
  private def blocks(path: Path, shape: String): DataFrame =
    load(path, "layout" -> "blocks", "blockShape" -> shape)

  private def stored(rows: DataFrame, options: (String, String)*): Path = {
    val path = newPath()
    write(rows, path, "errorifexists", options: _*)
    path
  }

  private def writeBlocks(
      rows: DataFrame,
      path: Path,
      mode: String,
      options: (String, String)*
  ): Unit =
    rows.write
      .format("zarr")
      .mode(mode)
      .options(options.toMap + ("layout" -> "blocks"))
      .save(path.toString)

  test("blocks become a store like the one they were read from") {
    val source = stored(
      winds(5, 7, 6).where("n != 10203"),
      "chunks" -> "2,3,4",
      "encoding.n" -> """{"_FillValue": -1}"""
    )
    val path = newPath()
    val options = Seq(
      "dims" -> "time,lat,lon",
      "like" -> source.toString,
      "encoding.n" -> """{"_FillValue": -1}"""
    )
    writeBlocks(blocks(source, "2,3,4"), path, "errorifexists", options: _*)
    assertSame(load(path), load(source))
    assert(metadata(path.resolve("t2m")).contains("[ 2, 3, 4 ]"))
    val doubled = blocks(source, "time=4,lat=7,lon=6")
      .selectExpr(
        "time_start",
        "time_size",
        "lat_start",
        "lat_size",
        "lon_start",
        "lon_size",
        "transform(t2m, v -> v * 2) as t2m"
      )
    val other = newPath()
    writeBlocks(
      doubled,
      other,
      "overwrite",
      options.take(2) ++ Seq("chunks" -> "2,7,6", "shards" -> "4,7,6"): _*
    )
    assertSame(load(other), load(source).selectExpr("time", "lat", "lon", "t2m * 2 as t2m"))
  }

  test("blocks go into a store that exists") {
    val path = stored(winds(5, 7, 6), "chunks" -> "2,3,4")
    val some = blocks(path, "2,3,4")
      .where("time_start = 2")
      .selectExpr(
        "time_start",
        "time_size",
        "lat_start",
        "lat_size",
        "lon_start",
        "lon_size",
        "lat",
        "transform(n, v -> -v) as n"
      )
    writeBlocks(some, path, "append")
    val rows = winds(5, 7, 6)
    assertSame(
      load(path),
      rows.selectExpr("time", "lat", "lon", "t2m", "if(n div 10000 in (2, 3), -n, n) as n")
    )
  }

  test("rows that are no whole objects are refused") {
    val path = stored(winds(5, 7, 6), "chunks" -> "2,3,4")
    val target = stored(winds(5, 7, 6), "chunks" -> "2,7,6")
    def text(rows: DataFrame) = messages(writeBlocks(rows, target, "append"))
    assert(
      text(blocks(path, "2,3,4")).contains(
        "is not a whole stored object, which have the shape [2, 7, 6]. Read blocks of that shape with the option blockShape, or write rows of cells"
      )
    )
    val whole = blocks(path, "2,7,6")
    assert(text(whole.union(whole.limit(1))).contains("Two rows are the block at time="))
    assert(
      text(whole.withColumn("n", org.apache.spark.sql.functions.expr("slice(n, 1, 5)")))
        .contains("n has 5 values for")
    )
    assert(
      text(whole.withColumn("lat", org.apache.spark.sql.functions.expr("reverse(lat)")))
        .contains("is at index 6, but the rows have it at 0")
    )
    assert(
      text(whole.drop("lat_start"))
        .contains("The rows have no column lat_start for the dimension lat")
    )
    assert(
      text(whole.withColumn("n", org.apache.spark.sql.functions.lit(1)))
        .contains("with layout=blocks it must be an ARRAY")
    )
    assert(
      messages(writeBlocks(whole, newPath(), "errorifexists", "dims" -> "time,lat,lon")).contains(
        "With layout=blocks the coordinates of a new store and the ranges of packed variables are not taken from the rows"
      )
    )
    assertSame(load(target), winds(5, 7, 6))
  }

  test("packed variables keep the bound, and are refused where they cannot") {
    val rows = winds(4, 5, 6).selectExpr(
      "time",
      "lat",
      "lon",
      "if(n = 203, null, sin(n)) as v",
      "cast(cos(n) * 20 as float) as w"
    )
    val path = stored(
      rows,
      "pack.v" -> "int16",
      "maxAbsError.v" -> "0.0001",
      "pack.w" -> "uint8",
      "maxAbsError.w" -> "0.1"
    )
    val joined = load(path).join(
      rows.selectExpr("time", "lat", "lon", "v as v0", "w as w0"),
      Seq("time", "lat", "lon")
    )
    assert(joined.count() === 120)
    assert(
      joined
        .where(
          "abs(v - v0) > 0.0001 or (v is null) != (v0 is null) or abs(double(w) - double(w0)) > 0.1"
        )
        .count() === 0
    )
    assert(metadata(path.resolve("v")).contains("cast_value"))
    def text(options: (String, String)*) = messages(stored(rows, options: _*))
    assert(
      text("pack.v" -> "int8", "maxAbsError.v" -> "0.0001").contains("Cannot pack v: the range")
    )
    assert(text("pack.v" -> "int16").contains("The option pack.v needs the option maxAbsError.v"))
    assert(
      text("pack.v" -> "short", "maxAbsError.v" -> "1").contains(
        "The option pack.v is \"short\" but must be an integer type, such as int16"
      )
    )
  }

  test("scale and offset are taken as they are given, and refused where a value has no integer") {
    val rows = winds(4, 5, 6).selectExpr(
      "time",
      "lat",
      "lon",
      "if(n = 203, null, 273.25 + cast(n as double) / 100) as v"
    )
    val given = Seq("pack.v" -> "int16", "scale.v" -> "100", "offset.v" -> "273.25")
    val path = stored(rows, given: _*)
    val joined = load(path).join(
      rows.selectExpr("time", "lat", "lon", "v as v0"),
      Seq("time", "lat", "lon")
    )
    assert(
      joined.where("abs(v - v0) > 1e-10 or (v is null) != (v0 is null)").count() === 0,
      "each value is a whole number of steps"
    )
    val codecs = metadata(path.resolve("v"))
    assert(codecs.contains("273.25") && codecs.contains("100") && codecs.contains("int16"))
    def text(options: (String, String)*) = messages(stored(rows, options: _*))
    assert(
      text("pack.v" -> "int8", "scale.v" -> "100", "offset.v" -> "273.25")
        .contains("Cannot pack v: the range 273.25 to ")
    )
    assert(
      text(given :+ "maxAbsError.v" -> "0.1": _*).contains("scale.v and offset.v, but not both")
    )
    assert(text("pack.v" -> "int16", "scale.v" -> "0").contains("must be a positive number"))
    assert(text("scale.u" -> "10").contains("The option scale is about u"))
    assert(text("scale.v" -> "10").contains("The option scale.v belongs to the option pack.v"))
  }
}
