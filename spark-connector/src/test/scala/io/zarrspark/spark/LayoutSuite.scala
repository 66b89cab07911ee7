package io.zarrspark.spark

import java.nio.file.Files
import java.nio.file.Path
import org.apache.spark.sql.Row
import org.apache.spark.sql.types._

/** Which table a node is. */
class LayoutSuite extends SparkSuite {

  private def ramp(index: Array[Long]): Number =
    Double.box(index.foldLeft(0.0)((sum, i) => sum * 10 + i))

  private def integers(index: Array[Long]): Number =
    Long.box(index.foldLeft(0L)((sum, i) => sum * 10 + i))

  private def group(arrays: (String, TestArray)*): Path = {
    val root = newDirectory()
    TestArray.writeGroup(root, "", "{}")
    for ((name, array) <- arrays)
      array.write(
        root,
        name,
        index =>
          if (array.json.get("data_type").asText.contains("int")) integers(index) else ramp(index)
      )
    root
  }

  private def message(body: => Any): String = intercept[Exception](body).getMessage

  private lazy val weather = group(
    "t2m" -> TestArray.of("float32", 2, 2, 3).dims("time", "lat", "lon"),
    "u10" -> TestArray.of("float32", 2, 2, 3).dims("time", "lat", "lon").chunks(1, 2, 2),
    "mask" -> TestArray.of("int8", 2, 3).dims("lat", "lon"),
    "height" -> TestArray.of("float64", 2).dims("station"),
    "lat" -> TestArray.of("float64", 2).dims("lat")
  )

  test("a group of several tables lists them and says how to choose") {
    assert(
      message(load(weather)) ===
        s"""$weather holds several tables:
         |  dims=station (variables height)
         |  dims=lat,lon (variables mask)
         |  dims=time,lat,lon (variables t2m,u10)
         |Choose one with the option dims, such as dims=station, or name variables with the option variables""".stripMargin
    )
  }

  test("dims chooses a table, its names in any order") {
    val table = load(weather, "dims" -> "lon, time, lat")
    assert(table.columns === Array("time", "lat", "lon", "t2m", "u10"))
    assert(table.count() === 12)
    assert(
      message(load(weather, "dims" -> "lat")) ===
        s"""$weather has no table with the dimensions lat; there are:
         |  dims=station (variables height)
         |  dims=lat,lon (variables mask)
         |  dims=time,lat,lon (variables t2m,u10)""".stripMargin
    )
  }

  test("variables of fewer dimensions are broadcast when they are named") {
    val table = load(weather, "variables" -> "mask,t2m,u10")
    assert(table.columns === Array("time", "lat", "lon", "mask", "t2m", "u10"))
    assert(
      table.where("time = 1 and lon > 0").orderBy("lat", "lon").collect() === Array(
        Row(1L, 0.0, 1L, 1.toByte, 101f, 101f),
        Row(1L, 0.0, 2L, 2.toByte, 102f, 102f),
        Row(1L, 1.0, 1L, 11.toByte, 111f, 111f),
        Row(1L, 1.0, 2L, 12.toByte, 112f, 112f)
      )
    )
    assert(table.selectExpr("sum(mask)").head().getLong(0) === 2 * (0 + 1 + 2 + 10 + 11 + 12))
  }

  test("variables that fit no common table, or that do not exist, are named") {
    assert(
      message(load(weather, "variables" -> "t2m,height")) ===
        s"$weather: the variables t2m [time=2, lat=2, lon=3] and height [station=2] do not fit one table." +
        " The dimensions of one must be among those of the other"
    )
    assert(
      message(load(weather, "variables" -> "t2n")) ===
        s"$weather has no array named t2n; it has [height, lat, mask, t2m, u10]"
    )
  }

  test("a variable with its dimensions in another order is transposed") {
    val root = group(
      "a" -> TestArray.of("float32", 2, 3, 4).dims("x", "y", "z").chunks(2, 2, 2),
      "b" -> TestArray.of("float32", 4, 2, 3).dims("z", "x", "y").chunks(3, 1, 2).inner(1, 1, 1)
    )
    val rows = load(root).orderBy("x", "y", "z").collect()
    val expected =
      for (x <- 0 to 1; y <- 0 to 2; z <- 0 to 3)
        yield Row(
          x.toLong,
          y.toLong,
          z.toLong,
          (100 * x + 10 * y + z).toFloat,
          (100 * z + 10 * x + y).toFloat
        )
    assert(rows.toSeq === expected)
  }

  test("an array alone has its indices as dimensions") {
    val root = newDirectory()
    TestArray.of("float64", 2, 3).write(root, "", ramp)
    val table = load(root)
    assert(
      table.schema === new StructType()
        .add("dim_0", LongType, nullable = false)
        .add("dim_1", LongType, nullable = false)
        .add(root.getFileName.toString, DoubleType, nullable = false)
    )
    assert(
      table.collect().toSeq === (for (i <- 0 to 1; j <- 0 to 2)
        yield Row(i.toLong, j.toLong, 10.0 * i + j))
    )
  }

  test("an array in a group has the coordinates of the group") {
    val table = load(weather.resolve("t2m"))
    assert(table.columns === Array("time", "lat", "lon", "t2m"))
    assert(table.schema("lat").dataType === DoubleType)
    assert(table.count() === 12)
  }

  test("auxiliary coordinates and scalars are columns, bounds and grid mappings are not") {
    val root = group(
      "v" -> TestArray
        .of("float32", 2, 3)
        .dims("y", "x")
        .attributes("""{"coordinates":"lat lon","grid_mapping":"crs: lat lon"}"""),
      "lat" -> TestArray.of("float32", 2, 3).dims("y", "x"),
      "lon" -> TestArray.of("float32", 3, 2).dims("x", "y"),
      "height" -> TestArray.of("float64"),
      "crs" -> TestArray.of("int32"),
      "y" -> TestArray.of("int16", 2).dims("y").attributes("""{"bounds":"y_bounds"}"""),
      "y_bounds" -> TestArray.of("int16", 2, 2).dims("y", "side")
    )
    val table = load(root)
    assert(table.columns === Array("y", "x", "v", "height", "lat", "lon"))
    assert(table.where("y = 1 and x = 2").head() === Row(1.toShort, 2L, 12f, 0.0, 12f, 21f))
    assert(load(root, "variables" -> "y_bounds").count() === 4)
  }

  test("a scalar is a table of one row") {
    val root = newDirectory()
    TestArray.of("int64").write(root.resolve("answer"), "", _ => Long.box(42))
    assert(load(root.resolve("answer")).collect() === Array(Row(42L)))
  }

  test("a dimension without indices makes an empty table") {
    val root = newDirectory()
    TestArray.of("float32", 0, 5).dims("t", "x").chunks(10, 5).write(root, "", ramp)
    assert(load(root).count() === 0)
    assert(load(root).collect().isEmpty)
  }

  test("an empty selection keeps the types of its columns") {
    val root = group(
      "v" -> TestArray.of("int8", 2).dims("x").attributes("""{"scale_factor":0.5}"""),
      "n" -> TestArray.of("uint64", 2).dims("x")
    )
    val all = load(root)
    for (none <- Seq(all.where("x < 0"), all.where("x > 5 and v > 1"), all.limit(0))) {
      val written = newDirectory().resolve("none").toString
      none.write.parquet(written)
      val back = spark.read.parquet(written)
      assert(back.schema.map(_.dataType) === all.schema.map(_.dataType))
      assert(back.count() === 0)
    }
  }

  test("columns that differ only by case are an error unless case matters") {
    val root = group(
      "Air" -> TestArray.of("float32", 2).dims("x"),
      "air" -> TestArray.of("float32", 2).dims("x")
    )
    assert(
      message(load(root)) ===
        s"$root has two columns that differ only by case: Air and air. Choose one with the option variables," +
        " or set spark.sql.caseSensitive to true"
    )
    assert(load(root, "variables" -> "air").columns === Array("x", "air"))
    spark.conf.set("spark.sql.caseSensitive", "true")
    try assert(load(root).selectExpr("sum(Air)", "sum(air)").head() === Row(1.0, 1.0))
    finally spark.conf.unset("spark.sql.caseSensitive")
  }

  test("names may hold dots, spaces and other letters") {
    val root = group(
      "wind.speed at 10 m" -> TestArray.of("float32", 3).dims("Länge (°)"),
      "Länge (°)" -> TestArray.of("float64", 3).dims("Länge (°)")
    )
    val rows = load(root)
      .where("`Länge (°)` > 0 and `wind.speed at 10 m` < 2")
      .select("`wind.speed at 10 m`")
      .collect()
    assert(rows === Array(Row(1f)))
  }

  test("paths are taken literally") {
    val root = newDirectory().resolve("a b%20#+é:c")
    TestArray.of("int8", 2).write(root, "", integers)
    assert(load(root).count() === 2)
  }

  test("an array of an unknown type is left out, unless it is named") {
    val root = group("v" -> TestArray.of("float32", 2).dims("x"))
    val text =
      new String(Files.readAllBytes(root.resolve("v/zarr.json"))).replace("float32", "float1024")
    Files.createDirectories(root.resolve("w"))
    Files.write(root.resolve("w/zarr.json"), text.getBytes)
    assert(load(root).columns === Array("x", "v"))
    assert(message(load(root, "variables" -> "w")).contains("float1024"))
  }

  test("a path without a node says what is missing") {
    val root = newDirectory()
    val expected =
      s"${root.resolve("nothing")} is not a Zarr node: it has no zarr.json, .zarray or .zgroup. Give the path of a Zarr array or group"
    assert(message(load(root.resolve("nothing"))) === expected)
    assert(message(spark.read.format("zarr").load()).contains("needs the path"))
    assert(message(spark.read.format("zarr").load("a", "b")).contains("one path at a time"))
  }

  test("a group without arrays names its groups") {
    val root = newDirectory()
    TestArray.writeGroup(root, "", "{}")
    TestArray.writeGroup(root, "deep", "{}")
    assert(
      message(load(root)) ===
        s"$root holds no arrays that can be read; it has the groups [deep]. Give the path of one of them"
    )
  }

  test("a coordinate array of the wrong length is an error") {
    val root = group(
      "v" -> TestArray.of("float32", 2).dims("x"),
      "x" -> TestArray.of("float32", 3).dims("x")
    )
    assert(
      message(load(root)) ===
        s"$root: the coordinate array x has 3 values but the dimension has 2 indices. Repair the coordinate array"
    )
  }

  test("an option with a meaningless value is an error") {
    assert(
      message(
        load(weather, "maskAndScale" -> "maybe")
      ) === "The option maskAndScale is \"maybe\" but must be true or false"
    )
    assert(
      message(
        load(weather, "missingChunks" -> "zero")
      ) === "The option missingChunks is \"zero\" but must be fill, null or error"
    )
    val table = load(weather, "dims" -> "station", "batchRows" -> "0")
    assert(
      message(
        table.collect()
      ) === "The option batchRows is \"0\" but must be a positive number of rows"
    )
  }

  test("a temporary view and a catalog table are the same table") {
    spark.sql(
      s"CREATE OR REPLACE TEMPORARY VIEW winds USING zarr OPTIONS (path '$weather', dims 'time,lat,lon')"
    )
    assert(
      spark.sql("SELECT sum(t2m) FROM winds WHERE lat = 1").head() === load(
        weather,
        "dims" -> "time,lat,lon"
      ).where("lat = 1").selectExpr("sum(t2m)").head()
    )
    spark.conf.set("spark.sql.catalog.stores", classOf[ZarrCatalog].getName)
    assert(spark.sql(s"SELECT * FROM stores.`dims=station`.`$weather`").count() === 2)
    assert(
      message(spark.sql(s"DROP TABLE stores.`dims=station`.`$weather`"))
        .contains("can be read and written, but not altered")
    )
  }
}
