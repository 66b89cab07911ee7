package io.zarrspark.spark

import java.nio.file.Path
import org.apache.spark.sql.DataFrame

/** Coordinates and shapes that are odd, huge or wrong: right answers or a clear error. */
class HostileShapesSuite extends ScanSuite {

  private def group(): Path = {
    val store = newDirectory()
    TestArray.writeGroup(store, "", "{}")
    store
  }

  private def sorted(table: DataFrame): Seq[String] = table.collect().toSeq.map(_.toString).sorted

  /** What a filter leaves, pushed or not. */
  private def check(table: DataFrame, filters: Seq[String]): Unit = {
    val rows = table.coalesce(1).localCheckpoint()
    for (filter <- filters) withClue(s"$filter: ") {
      assert(sorted(table.where(filter)) === sorted(rows.where(filter)))
    }
  }

  test("NaN, duplicated and unsorted coordinates") {
    val xs = Seq(1.5, Double.NaN, -0.0, 0.0, 1.5, Double.PositiveInfinity, -3.0, Double.NaN)
    for (
      (name, values, dataType) <- Seq(
        ("as they come", xs, "float64"),
        ("sorted", xs.sorted, "float32"),
        ("reversed", xs.sorted.reverse, "float16")
      )
    ) withClue(s"$dataType $name: ") {
      val store = group()
      TestArray
        .of(dataType, values.size.toLong)
        .dims("x")
        .write(store, "x", i => Double.box(values(i(0).toInt)))
      TestArray
        .of("int32", values.size.toLong)
        .dims("x")
        .chunks(3)
        .write(store, "v", i => Long.box(1 + i(0)))
      val table = load(store)
      check(
        table,
        Seq(
          "x = 0D",
          "x = -0.0D",
          "x <=> double('NaN')",
          "x = double('NaN')",
          "x > 1e9D",
          "x >= double('inf')",
          "x < double('NaN')",
          "not (x <= 1.5D)",
          "x in (1.5D, double('NaN'))",
          "x is null",
          "x is not null",
          "isnan(x)",
          "x between -1 and 1.5",
          "x not in (0D, 1.5D)",
          "x <> 1.5",
          "x > 0.1",
          "x = 0.1"
        )
      )
      for (order <- Seq("x", "x desc"); n <- Seq(1, 5)) {
        table.createOrReplaceTempView("t")
        assert(
          spark
            .sql(s"select x from t order by $order limit $n")
            .collect()
            .map(_.get(0).toString)
            .toSeq
            .map(_.replace("-0.0", "0.0")) ===
            table
              .localCheckpoint()
              .selectExpr("x")
              .orderBy(
                if (order == "x") table("x").asc else table("x").desc
              )
              .collect()
              .take(n)
              .map(_.get(0).toString.replace("-0.0", "0.0"))
              .toSeq
        )
      }
    }
  }

  test("times compared with dates, zones, timestamps without zone and casts") {
    val store = group()
    TestArray
      .of("int32", 72)
      .dims("time")
      .attributes("""{"units":"hours since 2000-01-01","_FillValue":50}""")
      .write(store, "time", i => Long.box(i(0)))
    TestArray.of("int32", 72).dims("time").chunks(6).write(store, "v", i => Long.box(1 + i(0)))
    for (zone <- Seq("UTC", "America/New_York"))
      withSettings("spark.sql.session.timeZone" -> zone) {
        val table = load(store)
        check(
          table,
          Seq(
            "time = timestamp'2000-01-02 03:00:00'",
            "time < date'2000-01-02'",
            "cast(time as date) = date'2000-01-02'",
            "time in (timestamp'2000-01-01 05:00:00', timestamp'2000-01-03 00:00:00')",
            "time is null",
            "not (time is null)",
            "time >= timestamp_ntz'2000-01-02 00:00:00'",
            "cast(time as timestamp_ntz) < timestamp_ntz'2000-01-01 04:00:00'",
            "time <=> null",
            "time = null",
            "year(time) = 2000",
            "hour(time) in (3, 4)",
            "date_trunc('day', time) = date'2000-01-02'",
            "time + interval 1 hour > timestamp'2000-01-03 20:00:00'",
            "cast(time as long) < 946710000",
            "time between '2000-01-01 10:00:00' and '2000-01-01 20:00:00'",
            "time not between date'2000-01-01' and date'2000-01-03'",
            "time > '2000-01-03' or v < 4",
            "not (time > '2000-01-03' and v < 60)"
          )
        )
      }
  }

  test("integers compared with numbers of other types, and beyond their range") {
    for (
      dataType <- Seq("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
    ) {
      val store = group()
      TestArray.of(dataType, 20).dims("x").write(store, "x", i => Long.box(i(0) * 5))
      TestArray.of("int32", 20).dims("x").chunks(3).write(store, "v", i => Long.box(1 + i(0)))
      withClue(s"$dataType: ")(
        check(
          load(store),
          Seq(
            "x = 10",
            "x > 9.5",
            "x < 300",
            "x > 300",
            "x in (5, 300, 10)",
            "x <> 40000",
            "x >= -129",
            "x < 10.0D",
            "x <=> 5",
            "not (x <=> 5)",
            "x between 7 and 22.5",
            "cast(x as double) / 2 > 30",
            "cast(x as string) = '15'",
            "x = '20'",
            "x < 9223372036854775807",
            "x + 1 = 6",
            "-x < -80",
            "x % 10 = 0",
            "abs(x - 50) < 12"
          )
        )
      )
    }
  }

  test("a dimension without indices") {
    val store = group()
    TestArray.of("float64", 0).dims("x").writeMetadata(store, "x")
    TestArray.of("float64", 3).dims("y").write(store, "y", i => Double.box(i(0).toDouble))
    TestArray.of("float32", 0, 3).dims("x", "y").writeMetadata(store, "v")
    val table = load(store)
    table.createOrReplaceTempView("t")
    assert(table.count() === 0)
    for (
      query <- Seq(
        "select * from t",
        "select * from t where x > 1 or y < 2",
        "select * from t limit 3",
        "select * from t order by x desc limit 2",
        "select * from t offset 2",
        "select x from t order by y limit 1"
      )
    )
      assert(spark.sql(query).collect().isEmpty, query)
    assert(table.selectExpr("sum(v)", "count(x)").head().toSeq === Seq(null, 0))
    assert(table.join(table.toDF("x", "y", "w"), Seq("x", "y")).count() === 0)
    assert(table.queryExecution.optimizedPlan.stats.rowCount.contains(BigInt(0)))
  }

  test("an array without dimensions") {
    val store = newDirectory()
    TestArray.of("float32").write(store, "", _ => Double.box(7))
    val table = load(store)
    table.createOrReplaceTempView("t")
    assert(table.collect().map(_.get(table.columns.length - 1)).toSeq === Seq(7f))
    assert(table.count() === 1)
    assert(table.limit(1).count() === 1)
    assert(table.offset(1).collect().isEmpty)
    assert(table.limit(5).collect().length === 1)
  }

  test("coordinates that are longer or shorter than their dimension") {
    for (size <- Seq(3, 5)) {
      val store = group()
      TestArray
        .of("float64", size.toLong)
        .dims("x")
        .write(store, "x", i => Double.box(i(0).toDouble))
      TestArray.of("float32", 4).dims("x").writeMetadata(store, "v")
      val error = intercept[Exception](load(store, "variables" -> "v").collect())
      assert(
        error.getMessage.contains(
          s"the coordinate array x has $size values but the dimension has 4 indices. Repair the coordinate array"
        )
      )
    }
  }

  test("dimensions beyond 2^31 indices") {
    val store = newDirectory()
    TestArray.of("int8", 1L << 34, 3).dims("t", "x").chunks(1 << 20, 3).writeMetadata(store, "v")
    val table = load(store.resolve("v"))
    table.createOrReplaceTempView("t")
    assert(table.count() === 3L << 34)
    assert(table.where("t >= 17179869178").count() === 3 * 6)
    assert(
      table
        .where("t in (5, 3000000000, 17179869183) and x = 1")
        .selectExpr("sum(t)")
        .head()
        .getLong(0) === 17179869183L + 3000000005L
    )
    assert(
      spark.sql("select t from t order by t desc limit 1").head().getLong(0) === (1L << 34) - 1
    )
    assert(
      spark
        .sql("select t, x from t order by t desc, x desc limit 2")
        .collect()
        .map(_.getLong(1))
        .toSeq === Seq(2, 1)
    )
    assert(table.offset(2000000000).limit(1).head().getLong(0) === 2000000000L / 3)
    val filtered = table.where("x = 2 and t between 3000000000 and 3000000004")
    assert(filtered.collect().map(_.getLong(0)).toSeq === (3000000000L to 3000000004L))
  }

  test("coordinates of more than an array can hold are an error that names them") {
    val store = group()
    TestArray.of("float64", 1L << 33).dims("t").chunks(1 << 20).writeMetadata(store, "t")
    TestArray.of("int8", 1L << 33).dims("t").chunks(1 << 20).writeMetadata(store, "v")
    val error = intercept[Exception](load(store).where("t > 5").count())
    assert(
      error.getMessage.contains(
        s"$store/t of shape [8589934592] is too large to be read as a whole"
      ),
      error.getMessage
    )
    assert(load(store).count() === 1L << 33)
  }

  test("a shard of 2^31 inner chunks and more is an error that says so") {
    val store = newDirectory()
    val array = TestArray
      .of("int8", 1 << 20, 1 << 20)
      .dims("y", "x")
      .chunks(1 << 16, 1 << 16)
      .inner(1, 1)
    java.nio.file.Files.write(store.resolve("zarr.json"), array.document().getBytes)
    val error = intercept[Exception](load(store).selectExpr("sum(x)").collect())
    assert(
      error.getMessage.contains(
        "a shard of [65536, 65536] inner chunks has an index too large to read"
      ),
      error.getMessage
    )
  }
}
