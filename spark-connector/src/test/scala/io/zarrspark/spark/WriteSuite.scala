package io.zarrspark.spark

import java.nio.file.Files
import java.nio.file.Path
import org.apache.spark.sql.DataFrame
import scala.util.Random

/** DataFrames become stores, which read back as the same rows. */
class WriteSuite extends WritingSuite {

  test("a new store reads back to the bit") {
    val path = newPath()
    val rows = winds(5, 7, 11)
    create(rows.orderBy("t2m"), path)
    val read = load(path)
    assert(read.columns.toSeq === Seq("time", "lat", "lon", "n", "t2m"))
    assertSame(read, rows)
    assert(files(path.getParent) === Seq("store.zarr"), "nothing is left beside the store")
  }

  test("modes do what they do for other sources") {
    val path = newPath()
    write(winds(2, 3, 4), path, "errorifexists")
    assert(
      messages(write(winds(2, 3, 4), path, "errorifexists"))
        .contains(s"`$path` because it already exists")
    )
    write(winds(4, 3, 4), path, "ignore")
    assertSame(load(path), winds(2, 3, 4))
    write(winds(4, 3, 2).drop("n"), path, "overwrite")
    assertSame(load(path), winds(4, 3, 2).drop("n"))
    write(winds(3, 3, 2).drop("n"), path, "overwrite", "dims" -> "lat,lon,time")
    assert(load(path).columns.take(3) === Array("lat", "lon", "time"))
    assertSame(load(path), winds(3, 3, 2).drop("n"))
    val other = newPath()
    write(winds(2, 3, 4), other, "overwrite")
    assertSame(load(other), winds(2, 3, 4))
    val third = newPath()
    write(winds(2, 3, 4), third, "append")
    assertSame(load(third), winds(2, 3, 4))
  }

  test("an overwrite without dims keeps those of the store") {
    val path = newPath()
    create(winds(2, 3, 4), path, dims = "lat,time,lon")
    winds(3, 2, 2).write.format("zarr").mode("overwrite").save(path.toString)
    assert(load(path).columns.take(3) === Array("lat", "time", "lon"))
    assertSame(load(path), winds(3, 2, 2))
  }

  test("tables of the catalog are created, replaced and appended to") {
    val path = newPath()
    create(winds(1, 1, 1), newPath()) // Registers the catalog.
    val table = s"default_zarr.`$path`"
    winds(2, 3, 4).writeTo(table).option("dims", "time,lat,lon").create()
    assertSame(load(path), winds(2, 3, 4))
    winds(3, 3, 2).writeTo(table).tableProperty("dims", "time,lat,lon").createOrReplace()
    assertSame(load(path), winds(3, 3, 2))
    winds(5, 3, 2).where("time >= '2020-01-01 18:00:00'").writeTo(table).append()
    assertSame(load(path), winds(5, 3, 2))
  }

  test("SQL creates a store; PARTITIONED BY names its dimensions") {
    create(winds(1, 1, 1), newPath())
    winds(2, 3, 4).createOrReplaceTempView("rows")
    val paths = Seq.fill(3)(newPath())
    spark.sql(
      s"CREATE TABLE default_zarr.`${paths(0)}` PARTITIONED BY (time, lat, lon) AS SELECT * FROM rows"
    )
    spark.sql(
      s"CREATE TABLE default_zarr.`${paths(1)}` OPTIONS (dims 'time,lat,lon', chunks '1,2,3') AS SELECT * FROM rows"
    )
    spark.sql(
      s"CREATE TABLE default_zarr.`${paths(2)}` TBLPROPERTIES ('dims' = 'time,lat,lon') AS SELECT * FROM rows"
    )
    paths.foreach(path => assertSame(load(path), winds(2, 3, 4)))
    assert(metadata(paths(1).resolve("t2m")).contains("[ 1, 2, 3 ]"))
    val partitioned = newPath()
    winds(2, 3, 4).write.format("zarr").partitionBy("lon", "lat", "time").save(partitioned.toString)
    assert(load(partitioned).columns.take(3) === Array("lon", "lat", "time"))
    spark.sql(s"INSERT INTO default_zarr.`${paths(0)}` SELECT time, lat, lon, n + 1 AS n FROM rows")
    assertSame(
      load(paths(0)),
      winds(2, 3, 4).withColumn("n", org.apache.spark.sql.functions.expr("n + 1"))
    )
  }

  test("rows of any grid, in any order, become a store and come back") {
    for (seed <- 1 to 12) {
      val random = new Random(seed)
      val (times, lats, lons) =
        (1 + random.nextInt(6), 1 + random.nextInt(9), 1 + random.nextInt(9))
      val rows = winds(times, lats, lons)
        .sample(withReplacement = false, random.nextDouble(), seed)
        .repartition(1 + random.nextInt(5))
      val sizes = Seq.fill(3)(1 + random.nextInt(5))
      val options = random.nextInt(3) match {
        case 0 => Map.empty[String, String]
        case 1 => Map("chunks" -> sizes.mkString(","))
        case _ =>
          Map(
            "chunks" -> sizes.mkString(","),
            "shards" -> sizes.map(_ * (1 + random.nextInt(3))).mkString(",")
          )
      }
      withClue(s"seed $seed, $times x $lats x $lons, $options: ") {
        val path = newPath()
        withSettings("spark.sql.adaptive.enabled" -> (seed % 2 == 0).toString) {
          if (rows.isEmpty)
            write(
              rows,
              path,
              "errorifexists",
              options.toSeq :+ "encoding" -> """{"n": {"_FillValue": -1}}""": _*
            )
          else
            write(
              rows,
              path,
              "errorifexists",
              options.toSeq :+ "encoding" -> """{"n": {"_FillValue": -1}}""": _*
            )
        }
        val read = load(path)
        assertSame(read.where("n is not null"), rows)
        assert(read.where("n is null and t2m is not null").isEmpty)
        assert(
          read.count() === rows.select("time").distinct().count() * rows
            .select("lat")
            .distinct()
            .count() *
            rows.select("lon").distinct().count()
        )
      }
    }
  }

  test("all types of columns come back") {
    val rows = spark
      .range(6)
      .selectExpr(
        "id as x",
        "cast(id - 3 as tinyint) as b",
        "cast(id * 1000 - 3 as smallint) as s",
        "cast(id * 1000000 - 3 as int) as i",
        "id * 1000000000000 - 3 as l",
        "cast(18446744073709551610 + id - 1 as decimal(20,0)) as u",
        "cast(id as float) / 3 as f",
        "cast(id as double) / -3 as d",
        "timestamp_micros(id * 1234567890123 - 1) as ts"
      )
    val path = newPath()
    create(rows, path, dims = "x")
    assertSame(load(path), rows)
    assert(metadata(path.resolve("u")).contains("\"uint64\""))
    assert(metadata(path.resolve("ts")).contains("microseconds since 1970-01-01"))
  }

  test("coordinates of every type come back, in ascending order") {
    for (
      expression <- Seq(
        "cast(3 - id as tinyint)",
        "cast(3 - id as smallint)",
        "cast(3 - id as int)",
        "3 - id",
        "cast(3 - id as float) / 3",
        "cast(3 - id as double) / 3",
        "date_add(date'2020-01-01', cast(id as int))",
        "timestamp_micros(id * 3600000000)",
        "timestamp_millis(id * 1234 - 5000)",
        "timestamp_micros(-id)"
      )
    ) withClue(expression + ": ") {
      val rows = spark.range(7).selectExpr(s"$expression as x", "cast(id as double) as v")
      val path = newPath()
      create(rows, path, dims = "x")
      val expected =
        if (expression.startsWith("date")) rows.selectExpr("cast(x as timestamp) as x", "v")
        else rows
      assertSame(load(path), expected)
      val read = load(path).select("x").collect().map(_.get(0).asInstanceOf[Comparable[Any]]).toSeq
      assert(read.zip(read.tail).forall { case (a, b) => a.compareTo(b) < 0 })
    }
  }

  test("times have the coarsest units that hold them") {
    for (
      (step, units) <- Seq(
        "86400" -> "days",
        "21600" -> "hours",
        "60" -> "minutes",
        "1" -> "seconds"
      )
    ) {
      val path = newPath()
      create(
        spark.range(3).selectExpr(s"timestamp_seconds(id * $step) as t", "id as v"),
        path,
        dims = "t"
      )
      assert(metadata(path.resolve("t")).contains(s""""$units since 1970-01-01""""))
    }
  }

  test(
    "NULL is the missing value, NaN of floats as xarray has it, and refused where there is none"
  ) {
    val rows = spark.sql(
      "SELECT * FROM VALUES (0, 1.5F, 7), (1, NULL, NULL), (2, 2.5F, 9) AS t(x, v, n)"
    )
    val text = messages(create(rows, newPath(), dims = "x"))
    assert(
      text.contains(
        "Cannot write NULL into n at x=1: the array has no missing value. Give it one with the" +
          " attribute _FillValue, or leave such rows out"
      ),
      text
    )
    val path = newPath()
    write(rows, path, "errorifexists", "dims" -> "x", "encoding.n" -> """{"_FillValue": -9}""")
    assertSame(load(path), rows)
    assert(metadata(path.resolve("v")).contains(""""_FillValue" : "AAAAAAAA+H8=""""))
    assert(metadata(path.resolve("n")).contains(""""_FillValue" : -9"""))
  }

  test("an encoding says how a variable is stored") {
    val path = newPath()
    val rows = winds(2, 3, 4)
    write(
      rows,
      path,
      "errorifexists",
      "encoding" -> """{"t2m": {"dtype": "float64", "compressors": [{"name": "gzip", "configuration": {"level": 1}}],
        "attributes": {"units": "K", "long_name": "temperature"}},
        "n": {"dtype": "uint16", "fill_value": 65535, "compressors": null}, "lat": {"attributes": {"units": "degrees_north"}}}""",
      "attributes" -> """{"title": "winds"}"""
    )
    assertSame(load(path), rows.selectExpr("time", "lat", "lon", "cast(t2m as double) as t2m", "n"))
    assert(metadata(path).contains(""""title" : "winds""""))
    assert(metadata(path.resolve("t2m")).contains(""""long_name" : "temperature""""))
    assert(metadata(path.resolve("t2m")).contains(""""gzip""""))
    assert(!metadata(path.resolve("n")).contains("zstd"))
    assert(metadata(path.resolve("lat")).contains("degrees_north"))
    val text =
      messages(write(rows, newPath(), "errorifexists", "encoding.n" -> """{"dtype": "int8"}"""))
    assert(text.isEmpty || text.contains("is out of the range of int8"), text)
  }

  test("coordinates given by options need no pass over the rows") {
    val path = newPath()
    val rows = winds(3, 4, 5)
    write(
      rows,
      path,
      "errorifexists",
      "coords.time" -> "2020-01-01/2020-01-01T12:00/PT6H",
      "coords.lat" -> "-10:-8.5:0.5",
      "like" -> { val other = newPath(); create(winds(1, 1, 5), other); other.toString }
    )
    assertSame(load(path), rows)
    val indexed = newPath()
    write(
      spark.range(20).selectExpr("id div 5 as y", "id % 5 as x", "id as v"),
      indexed,
      "errorifexists",
      "dims" -> "y,x",
      "shape" -> "y=6,x=5"
    )
    assert(load(indexed).count() === 30)
    assert(!Files.exists(indexed.resolve("x")))
    assertSame(
      load(indexed).where("v != 0 or (x = 0 and y = 0)"),
      spark.range(20).selectExpr("id div 5 as y", "id % 5 as x", "id as v")
    )
    val text = messages(write(rows, newPath(), "errorifexists", "coords.lat" -> "-10:-9:0.5"))
    assert(
      text.contains(
        "The coordinate -8.5 of the dimension lat is not in the grid, which has 3 coordinates from -10.0 to -9.0"
      ),
      text
    )
  }

  test("an empty DataFrame makes an empty store, and with given coordinates one of fill values") {
    val path = newPath()
    create(winds(2, 3, 4).limit(0), path)
    assert(load(path).count() === 0)
    assert(load(path).columns.length === 5)
    val filled = newPath()
    write(
      winds(2, 3, 4).drop("n").limit(0),
      filled,
      "errorifexists",
      "coords.time" -> "2020-01-01",
      "coords.lat" -> "1,2",
      "coords.lon" -> "1:3:1"
    )
    assert(load(filled).where("t2m is null").count() === 6)
  }

  test("names with dots, blanks and other cases") {
    val rows = spark.range(4).selectExpr("id as `a.b`", "id as `My x`", "id * 2 as `v 1`")
    val path = newPath()
    create(rows, path, dims = "a.b,MY X")
    assert(load(path).columns.toSeq === Seq("a.b", "MY X", "v 1"))
    assert(load(path).where("`v 1` > 0").count() === 3)
  }

  test("rows that cannot be written are told before a byte is") {
    val rows = winds(2, 3, 4)
    def refused(bad: => Any): String = {
      val text = messages(bad)
      text
    }
    val path = newPath()
    Seq(
      (
          () => create(rows, path, dims = "time,level")
      ) -> "The rows have no column for the dimension level; their columns are [time, lat, lon, t2m, n]",
      (
          () => rows.write.format("zarr").save(path.toString)
      ) -> "A new Zarr store needs the option dims, which names the dimension columns in order, such as dims=time,lat,lon",
      (
          () => create(rows.select("time", "lat", "lon"), path)
      ) -> "The rows have no column beside the dimensions [time, lat, lon]: there is no variable to write",
      (
          () => write(rows, path, "errorifexists", "chunks" -> "lat=2", "shards" -> "lat=3")
      ) -> "Chunks of 2 along lat do not divide shards of 3. Change the option chunks or shards",
      (
          () => write(rows, path, "errorifexists", "zarrFormat" -> "1")
      ) -> "The option zarrFormat is \"1\" but must be 3 or 2",
      (
          () => create(rows.selectExpr("*", "array(true) as ok"), path)
      ) -> "The column ok is ARRAY<BOOLEAN>, which no array can hold",
      (
          () => create(rows.selectExpr("*", "lat as `x/y`"), path)
      ) -> "The column \"x/y\" cannot be the name of an array",
      (
          () =>
            create(rows.selectExpr("if(lat < -9, null, time) as time", "lat", "lon", "t2m"), path)
      ) -> "NULL in the dimension column time: a row without a coordinate has no cell",
      (
          () => create(rows.selectExpr("time", "double('NaN') as lat", "lon", "t2m"), path)
      ) -> "NaN in the dimension column lat: no cell has such a coordinate",
      (
          () => write(rows, path, "errorifexists", "encoding" -> """{"u": {}}""")
      ) -> "The option encoding is about u, but there are the columns [lat, lon, n, t2m, time]",
      (
          () =>
            write(rows, path, "errorifexists", "encoding.n" -> """{"codecs": [{"name": "nope"}]}""")
      ) -> "nope",
      (
          () => write(rows, path, "errorifexists", "encoding.n" -> """{"dytpe": "int8"}""")
      ) -> "has unknown members [dytpe]",
      (() => write(rows, path, "errorifexists", "coords.latitude" -> "1")) ->
        "The option coords is about latitude, but there are the columns [lat, lon, n, t2m, time]",
      (() => write(rows, path, "errorifexists", "shape" -> "z=3")) ->
        "The option shape names z, but the table has the dimensions [time, lat, lon]"
    ).foreach { case (bad, message) =>
      val text = refused(bad())
      assert(text.contains(message), text)
      assert(!Files.exists(path), message)
    }
  }

  test("two rows of one cell are an error that names it") {
    val path = newPath()
    val rows = winds(2, 3, 4)
    val text = messages(create(rows.union(rows.where("lat = -9.5 and lon = 0").limit(1)), path))
    assert(text.contains("Two rows have the cell time=2020-01-01T"), text)
    assert(text.contains(", lat=-9.5, lon=0.0. Leave one of them out, or aggregate them"), text)
    assert(files(path.getParent).isEmpty)
  }

  test("a store is not overwritten with rows that are read from it") {
    val path = newPath()
    create(winds(2, 3, 4), path)
    val message = s"Cannot overwrite file:$path: the rows are read from it"
    assert(messages(write(load(path), path, "overwrite")).contains(message))
    assert(
      messages(
        write(
          winds(2, 3, 4).where("n in (0, 1)").join(load(path).select("lat").distinct(), "lat"),
          path,
          "overwrite"
        )
      ).contains(message)
    )
    val cached = load(path).cache()
    cached.count()
    assert(messages(write(cached, path, "overwrite")).contains(message))
    cached.unpersist()
    assertSame(load(path), winds(2, 3, 4))
  }

  test("what is no Zarr store is not written into") {
    val path = newPath()
    Files.createDirectories(path)
    Files.write(path.resolve("notes.txt"), Array[Byte](1))
    val text = messages(create(winds(1, 2, 2), path))
    assert(
      text.contains("there is something that is no Zarr store, or the rest of a write that failed"),
      text
    )
    assert(files(path) === Seq("notes.txt"))
  }

  test("a missing path is not read, though it could be written") {
    val text = messages(load(newPath(), "dims" -> "time,lat,lon"))
    assert(text.contains("is not a Zarr node: it has no zarr.json"), text)
  }
}
