package io.zarrspark.spark

import java.nio.file.Files
import java.nio.file.Path
import org.apache.spark.sql.DataFrame
import scala.util.Random

/** Rows go into stores that exist: into cells of their grid, and behind its end. */
class AppendSuite extends WritingSuite {
  private def append(rows: DataFrame, path: Path, options: (String, String)*): Unit =
    rows.write.format("zarr").mode("append").options(options.toMap).save(path.toString)

  private def stored(rows: DataFrame, options: (String, String)*): Path = {
    val path = newPath()
    write(rows, path, "errorifexists", options: _*)
    path
  }

  private def day(rows: DataFrame, from: String, until: String): DataFrame =
    rows.where(s"time >= '2020-01-$from' and time < '2020-01-$until'")

  test("rows beyond the last time make the store longer, chunk by chunk") {
    val all = winds(16, 5, 4)
    for (options <- Seq(Seq("chunks" -> "3,2,4"), Seq("chunks" -> "1,5,2", "shards" -> "6,5,4"))) {
      val path = stored(day(all, "01", "02"), options: _*)
      append(day(all, "02", "03"), path)
      assertSame(load(path), day(all, "01", "03"))
      append(day(all, "03", "05"), path, "dims" -> "time,lat,lon")
      assertSame(load(path), all)
      assert(metadata(path).contains("[ 16, 5, 4 ]"), "the group's copy has grown too")
      assert(metadata(path.resolve("time")).contains("[ 16 ]"))
    }
  }

  test("a store without a consolidated copy grows too") {
    val path = stored(winds(2, 3, 4), "consolidated" -> "false")
    assert(!metadata(path).contains("consolidated_metadata"))
    append(winds(5, 3, 4).where("time >= '2020-01-01 12:00:00'"), path)
    assertSame(load(path), winds(5, 3, 4))
  }

  test("rows with coordinates of the grid replace their cells; all others stay") {
    val path = stored(winds(4, 6, 6), "chunks" -> "2,4,4")
    val rows = winds(4, 6, 6)
    val some = rows.where("lat > -9.6 and lat < -8 and lon > 0.3 and time > '2020-01-01 03:00:00'")
    append(some.selectExpr("time", "lat", "lon", "t2m + 1000 as t2m", "-n as n"), path)
    assertSame(
      load(path),
      rows.except(some).union(some.selectExpr("time", "lat", "lon", "t2m + 1000 as t2m", "-n as n"))
    )
    append(some.selectExpr("time", "lat", "lon", "t2m"), path, "region" -> "true")
    assertSame(
      load(path),
      rows.except(some).union(some.selectExpr("time", "lat", "lon", "t2m", "-n as n"))
    )
  }

  test("a template is filled by several jobs") {
    val path = newPath()
    val rows = winds(6, 4, 4)
    write(rows, path, "errorifexists", "template" -> "true", "chunks" -> "2,4,4")
    assert(!Files.exists(path.resolve("t2m/c")))
    assert(load(path).where("t2m is null").count() === 96)
    for (time <- rows.select("time").distinct().collect().map(_.getTimestamp(0)))
      append(
        rows.where(org.apache.spark.sql.functions.col("time") === time),
        path,
        "region" -> "true"
      )
    assertSame(load(path), rows)
  }

  test("a region that becomes all fill is deleted") {
    val path = stored(winds(1, 4, 4).where("n > 0"), "chunks" -> "1,2,2")
    assert(Files.exists(path.resolve("t2m/c/0/1/1")))
    append(
      winds(1, 4, 4)
        .where("lat > -9.1 and lon > 0.5")
        .selectExpr("time", "lat", "lon", "float('NaN') as t2m"),
      path
    )
    assert(!Files.exists(path.resolve("t2m/c/0/1/1")))
    assert(load(path).where("t2m is null").count() === 5)
  }

  test("what a failed append left is not seen by the next one") {
    val all = winds(12, 2, 2)
    val path = stored(day(all, "01", "02"), "chunks" -> "3,2,2")
    val bad = day(all, "02", "04").selectExpr(
      "time",
      "lat",
      "lon",
      "t2m",
      "if(time = '2020-01-03 18:00:00', null, n) as n"
    )
    assert(
      messages(append(bad, path)).contains(
        "Cannot write NULL into n at time=2020-01-03T18:00:00Z, lat=-10.0, lon=0.0"
      )
    )
    assertSame(load(path), day(all, "01", "02"))
    // As if the driver had been killed: objects beyond the end, and cells of the last one.
    Files.createDirectories(path.resolve("t2m/c/3/0"))
    Files.copy(path.resolve("t2m/c/0/0/0"), path.resolve("t2m/c/3/0/0"))
    Files.copy(
      path.resolve("t2m/c/0/0/0"),
      path.resolve("t2m/c/1/0/0"),
      java.nio.file.StandardCopyOption.REPLACE_EXISTING
    )
    append(day(all, "01", "02"), path)
    append(
      all.where(
        "time >= '2020-01-02' and lat = -10 and time < '2020-01-02 07:00:00' or time = '2020-01-03 18:00:00' and lat = -10"
      ),
      path
    )
    assert(load(path).where("time > '2020-01-02' and t2m is not null").count() === 4)
  }

  test("appends of random parts make the whole") {
    for (seed <- 1 to 6) withClue(s"seed $seed: ") {
      val random = new Random(seed)
      val all = winds(12, 3, 3)
      val cuts = Seq.fill(3)(random.nextInt(11) + 1).distinct.sorted
      val ranges = (0 +: cuts).zip(cuts :+ 12)
      def part(from: Int, until: Int) = all.where(s"n >= ${from * 10000} and n < ${until * 10000}")
      val sizes = Seq(1 + random.nextInt(5), 1 + random.nextInt(3), 3).mkString(",")
      val path = stored(part(ranges.head._1, ranges.head._2), "chunks" -> sizes)
      ranges.tail.foreach { case (from, until) => append(part(from, until), path) }
      assertSame(load(path), all)
    }
  }

  test("appends that do not fit are refused, and change nothing") {
    val rows = winds(4, 3, 3)
    val path = stored(rows)
    val shifted = rows.selectExpr("time + interval 1 hour as time", "lat", "lon", "t2m", "n")
    val later = rows.selectExpr("time + interval 1 day as time", "lat", "lon", "t2m", "n")
    Seq(
      shifted -> "The coordinate 2020-01-01T01:00:00Z of the dimension time is not stored, and it does not lie beyond those that are, 2020-01-01T00:00:00Z to 2020-01-01T18:00:00Z. An append adds coordinates at the end only",
      later.selectExpr(
        "time",
        "lat + 100 as lat",
        "lon",
        "t2m",
        "n"
      ) -> "The rows have new coordinates of time and of lat, such as 90.0, but an append makes one dimension longer",
      later.drop(
        "n"
      ) -> "longer, but have no values for [n], which have it too. Append rows with all of them",
      rows.drop(
        "lat"
      ) -> "The rows have no column for the dimension lat; their columns are [time, lon, t2m, n]",
      rows.selectExpr("*", "n as m") -> "The rows have the column m, but",
      rows.select("time", "lat", "lon") -> "The rows have none of the variables of",
      later.selectExpr(
        "time + interval 1 second as time",
        "lat",
        "lon",
        "t2m",
        "n"
      ) -> "Cannot write the coordinate 2020-01-02T00:00:01Z of the dimension time: it is no whole number of hours since 1970-01-01",
      rows.selectExpr("time", "lat", "lon", "'x' as t2m") -> "t2m"
    ).foreach { case (bad, message) =>
      val text = messages(append(bad, path))
      assert(text.contains(message), text)
      assertSame(load(path), rows)
    }
    val region = messages(append(later, path, "region" -> "true"))
    assert(
      region.matches(
        "(?s).*The coordinate 2020-01-02T\\d\\d:00:00Z of the dimension time is not in the grid.*"
      ),
      region
    )
    val other = messages(append(later, path, "appendDim" -> "lat"))
    assert(
      other.contains("is not stored, but the option appendDim lets only lat become longer"),
      other
    )
    assertSame(load(path), rows)
  }

  test("descending coordinates grow downwards") {
    val rows = spark.range(9).selectExpr("10 - id as level", "id as v")
    val path = newPath()
    write(
      rows.where("level > 5"),
      path,
      "errorifexists",
      "dims" -> "level",
      "coords.level" -> "10:6:-1"
    )
    append(rows.where("level <= 5"), path)
    assertSame(load(path), rows)
    assert(load(path).select("level").collect().map(_.getLong(0)).toSeq === (2L to 10L).reverse)
  }

  test("indices grow, and a single array can be written") {
    val rows = spark.range(12).selectExpr("id as x", "id * id as v")
    val path = newPath()
    write(rows.where("x < 5"), path, "errorifexists", "dims" -> "x", "shape" -> "x=5")
    append(rows.where("x >= 5"), path)
    assertSame(load(path), rows)
    append(rows.where("x < 3").selectExpr("x", "-v as v"), path.resolve("v"))
    assertSame(load(path), rows.selectExpr("x", "if(x < 3, -v, v) as v"))
    assert(
      messages(write(rows, path.resolve("v"), "overwrite", "dims" -> "x"))
        .contains("it is an array, and rows become a group of arrays")
    )
  }

  test("rows that are clustered already are not shuffled, and scattered ones are refused") {
    val path = stored(winds(4, 4, 4), "chunks" -> "2,4,4")
    append(
      winds(4, 4, 4).selectExpr("time", "lat", "lon", "-n as n").coalesce(1),
      path,
      "clustered" -> "true"
    )
    assertSame(load(path), winds(4, 4, 4).selectExpr("time", "lat", "lon", "t2m", "-n as n"))
    val text = messages(append(winds(4, 4, 4).repartition(2), path, "clustered" -> "true"))
    assert(text.contains("The rows are not clustered: those of chunk ["), text)
    val other = messages(
      append(
        winds(12, 4, 4).coalesce(1).sortWithinPartitions("lat", "time"),
        stored(winds(12, 4, 4), "chunks" -> "2,4,4"),
        "clustered" -> "true"
      )
    )
    assert(other.contains("The rows are not clustered: those of chunk ["), other)
  }

  test("an input that changes between the passes is noticed; cache keeps it") {
    val counter = spark.sparkContext.longAccumulator("rows")
    val source = newDirectory().resolve("rows")
    val rows = winds(2, 3, 4)
    rows.write.parquet(source.toString)
    val noisy = spark.read
      .parquet(source.toString)
      .selectExpr(
        "timestamp_micros(cast(rand() * 1e15 as bigint)) as time",
        "lat",
        "lon",
        "t2m",
        "n"
      )
    val now =
      org.apache.spark.sql.functions.udf((n: Int) => System.nanoTime() + n).asNondeterministic()
    val changing = rows.withColumn("time", now(org.apache.spark.sql.functions.col("n")))
    val text = messages(create(changing, newPath()))
    assert(text.contains("the data has changed since: set the option cache to true"), text)
    val path = newPath()
    write(changing, path, "errorifexists", "cache" -> "true")
    assert(load(path).where("n > 0").count() === rows.where("n > 0").count())
    assert(noisy.count() === 24 && counter.value === 0)
  }

  test("an overwrite by condition or of partitions is refused, and changes nothing") {
    val path = stored(winds(2, 3, 4))
    val table = winds(1, 3, 4).writeTo(s"default_zarr.`$path`")
    val condition = org.apache.spark.sql.functions.expr("lat < -9")
    assert(messages(table.overwrite(condition)).contains("does not support overwrite by filter"))
    assert(messages(table.overwritePartitions()).contains("does not support dynamic overwrite"))
    assertSame(load(path), winds(2, 3, 4))
  }

  test("cells of new coordinates that no row has are the fill value") {
    val path = stored(winds(2, 3, 4), "chunks" -> "2,2,2")
    append(winds(3, 3, 4).where("time > '2020-01-01 06:00:00' and lat = -10 and lon = 0"), path)
    val added = load(path).where("time > '2020-01-01 06:00:00'")
    assert(added.count() === 12)
    assert(added.where("t2m is null and n = 0").count() === 11)
  }
}
