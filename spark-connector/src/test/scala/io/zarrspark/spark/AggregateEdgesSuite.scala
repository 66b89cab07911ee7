package io.zarrspark.spark

import java.nio.file.Path
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.types._

/** Where aggregates could differ from Spark's own: NaN, NULL, overflow, empty groups, types; and
  * which are left to Spark.
  */
class AggregateEdgesSuite extends SparkSuite {
  private val nan = Double.NaN

  /** A table of one dimension i in chunks of 2, with a group number per index. */
  private def table(
      dataType: String,
      values: Seq[Any],
      attributes: String = "{}",
      fill: String = "0",
      groups: Seq[Double] = Nil
  ): Path = {
    val root = newDirectory()
    TestArray.writeGroup(root, "", "{}")
    TestArray
      .of(dataType, values.size)
      .dims("i")
      .chunks(2)
      .fill(fill)
      .attributes(attributes)
      .write(root, "v", i => values(i(0).toInt).asInstanceOf[Number])
    if (groups.nonEmpty)
      TestArray
        .of("float64", groups.size)
        .dims("i")
        .write(root, "i", i => Double.box(groups(i(0).toInt)))
    root
  }

  private def isPushed(query: DataFrame): Boolean =
    query.queryExecution.executedPlan.toString.contains(", aggregates [")

  private def sql(root: Path, query: String, options: (String, String)*): DataFrame = {
    load(root, options: _*).createOrReplaceTempView("t")
    spark.sql(query)
  }

  /** The rows of a pushed query, after checking them against those of Spark's own. */
  private def pushed(root: Path, query: String, options: (String, String)*): Seq[Seq[Any]] = {
    val own = sql(root, query, options :+ ("pushDownAggregates" -> "false"): _*)
    assert(!isPushed(own))
    val expected = own.collect().map(_.toString).sorted.toSeq
    val actual = sql(root, query, options: _*)
    assert(isPushed(actual), actual.queryExecution.executedPlan)
    assert(actual.schema === own.schema)
    val rows = actual.collect()
    assert(rows.map(_.toString).sorted.toSeq === expected)
    rows.toSeq.map(_.toSeq)
  }

  /** One row, NaN and all. */
  private def text(rows: Seq[Seq[Any]]): String = rows.map(_.mkString(" ")).mkString("; ")

  private def leftToSpark(root: Path, query: String): Seq[Seq[Any]] = {
    val own = sql(root, query)
    assert(!isPushed(own), own.queryExecution.executedPlan)
    own.collect().toSeq.map(_.toSeq)
  }

  test("MIN ignores NaN unless there is nothing else, MAX and SUM do not") {
    val some = table("float64", Seq(nan, 3.0, -1.0, nan))
    assert(text(pushed(some, "select min(v), max(v), count(v) from t")) === "-1.0 NaN 4")
    assert(text(pushed(some, "select sum(v), avg(v) from t")) === "NaN NaN")
    val all = table("float32", Seq(nan, nan, nan))
    assert(text(pushed(all, "select min(v), max(v) from t")) === "NaN NaN")
  }

  test("infinities are the least and, but for NaN, the greatest") {
    val root = table("float32", Seq(Double.NegativeInfinity, Double.PositiveInfinity))
    val rows = pushed(root, "select min(v), max(v), sum(v) from t")
    assert(text(rows) === "-Infinity Infinity NaN")
    val least = table("float32", Seq.fill(3)(Double.NegativeInfinity))
    assert(pushed(least, "select max(v) from t") === Seq(Seq(Float.NegativeInfinity)))
  }

  test("aggregates of NULL alone are NULL, their count is 0") {
    val mask = """{"_FillValue":7}"""
    val root = table("int16", Seq(7L, 7L, 7L, 1L), mask, groups = Seq(0, 0, 1, 1))
    assert(
      pushed(root, "select i, min(v), sum(v), avg(v), count(v), count(*) from t group by i")
        .sortBy(_.head.toString) === Seq(
        Seq(0.0, null, null, null, 0L, 2L),
        Seq(1.0, 1.toShort, 1L, 1.0, 1L, 2L)
      )
    )
  }

  test("an empty table has one row of counts of 0, and no groups") {
    for (root <- Seq(table("float32", Nil), table("float32", Seq(1.0, 2.0)))) {
      val none = "from t where i > 100"
      val rows = pushed(root, s"select count(*), count(v), sum(v), min(i) $none")
      assert(rows === Seq(Seq(0L, 0L, null, null)))
      assert(pushed(root, s"select count(*) $none") === Seq(Seq(0L)))
      assert(pushed(root, s"select i, count(*), max(v) $none group by i") === Nil)
    }
  }

  test("an array without dimensions has one cell") {
    val root = newDirectory().resolve("v")
    TestArray.of("float32").write(root, "", _ => Double.box(2.5))
    assert(pushed(root, "select sum(v), count(*) from t") === Seq(Seq(2.5, 1L)))
  }

  test("absent chunks count as fill values or NULL") {
    val root = table("int32", Seq(5L, 5L, 5L, 5L, 1L, 5L), fill = "5")
    val query = "select sum(v), count(v), count(*), min(v), max(v) from t"
    assert(pushed(root, query) === Seq(Seq(26L, 6L, 6L, 1, 5)))
    assert(pushed(root, query, "missingChunks" -> "null") === Seq(Seq(6L, 2L, 6L, 1, 5)))
    val failure = intercept[Exception](
      sql(root, query, "missingChunks" -> "error").collect()
    )
    assert(
      Iterator
        .iterate[Throwable](failure)(_.getCause)
        .takeWhile(_ != null)
        .exists(
          _.getMessage.contains("is not stored. Set the option missingChunks to fill or null")
        )
    )
  }

  test("groups of equal coordinates are one: NaN, zeros of either sign, duplicates, NULL") {
    val root = table("int32", 1L to 8L, groups = Seq(nan, 0.0, -0.0, 2.0, nan, 2.0, 0.0, 5.0))
    val rows = pushed(root, "select i, sum(v), count(*) from t group by i")
    assert(rows.map(_.tail).toSet === Set(Seq(6L, 2L), Seq(12L, 3L), Seq(10L, 2L), Seq(8L, 1L)))
    TestArray
      .of("float64", 8)
      .dims("i")
      .attributes("""{"units":"days since 2000-01-01"}""")
      .write(root, "i", i => Double.box(if (i(0) % 2 == 0) nan else 1.0))
    assert(pushed(root, "select i, sum(v) from t group by i").map(_.last).toSet === Set(16L, 20L))
    assert(pushed(root, "select count(i), min(i) = max(i) from t") === Seq(Seq(4L, true)))
  }

  test("sums that cannot overflow are pushed, beyond the range of the column's type") {
    val root = table("int32", Seq.fill(5)(Int.MaxValue.toLong))
    val rows = pushed(root, "select sum(v), avg(v) from t")
    assert(rows === Seq(Seq(5L * Int.MaxValue, Int.MaxValue.toDouble)))
    val unsigned = table("uint32", Seq(4294967295L, 4294967295L, 1L))
    assert(pushed(unsigned, "select sum(v) from t") === Seq(Seq(2 * 4294967295L + 1)))
  }

  test("sums that could overflow are left to Spark, which wraps, fails or answers NULL") {
    val root = table("int64", Seq(Long.MaxValue, 1L, 1L))
    def under(ansi: Boolean)(query: => Seq[Seq[Any]]): Seq[Seq[Any]] = {
      spark.conf.set("spark.sql.ansi.enabled", ansi.toString)
      try query
      finally spark.conf.unset("spark.sql.ansi.enabled")
    }
    val sum = "select sum(v) from t"
    assert(under(ansi = false)(leftToSpark(root, sum)) === Seq(Seq(Long.MinValue + 1)))
    assert(
      intercept[Exception](under(ansi = true)(leftToSpark(root, sum))).toString
        .contains("overflow")
    )
    for (ansi <- Seq(false, true)) {
      assert(under(ansi)(leftToSpark(root, "select try_sum(v) from t")) === Seq(Seq(null)))
      assert(
        under(ansi)(leftToSpark(root, "select avg(v) from t")) === Seq(Seq(Long.MaxValue / 3.0))
      )
      assert(
        under(ansi)(pushed(root, "select min(v), max(v), count(v) from t")) ===
          Seq(Seq(1L, Long.MaxValue, 3L))
      )
    }
  }

  test("unsigned 64-bit integers are compared as such; their sums, being decimals, are Spark's") {
    val root = table("uint64", Seq(5L, -1L, 7L))
    val max = new java.math.BigDecimal("18446744073709551615")
    val rows = pushed(root, "select min(v), max(v), count(v) from t")
    assert(rows === Seq(Seq(new java.math.BigDecimal(5), max, 3L)))
    leftToSpark(root, "select sum(v) from t")
  }

  test("results have the types of Spark's") {
    val cases = Seq(
      "int8" -> ByteType,
      "int16" -> ShortType,
      "uint8" -> ShortType,
      "int32" -> IntegerType,
      "uint32" -> LongType,
      "float16" -> FloatType,
      "float64" -> DoubleType
    )
    for ((dataType, sparkType) <- cases) {
      val value: Any = if (dataType.startsWith("f")) 2.0 else 2L
      val root = table(dataType, Seq(value, value, value))
      pushed(root, "select min(v), max(v), sum(v), avg(v), count(v) from t")
      assert(sql(root, "select min(v) from t").schema.head.dataType === sparkType)
    }
    val times = table("int32", Seq(1L, 3L), """{"units":"hours since 1970-01-01"}""")
    assert(
      pushed(times, "select min(v), max(v) from t").head.map(_.toString) ===
        Seq("1970-01-01 01:00:00.0", "1970-01-01 03:00:00.0")
    )
    val packed = table("int16", Seq(1L, 3L), """{"scale_factor":0.5,"add_offset":1.0}""")
    assert(pushed(packed, "select sum(v), min(v) from t") === Seq(Seq(4.0, 1.5)))
  }

  test("aggregates of dimensions alone need no variable") {
    val root = table("int32", 1L to 5L, groups = Seq(2.0, 1.0, 2.0, 4.0, 8.0))
    assert(
      pushed(root, "select min(i), max(i), sum(i), avg(i), count(i) from t where i > 1.5D") ===
        Seq(Seq(2.0, 8.0, 16.0, 4.0, 4L))
    )
    assert(pushed(root, "select distinct i from t").size === 4)
    val indexed = table("int32", 1L to 5L)
    assert(pushed(indexed, "select sum(i), max(i) from t") === Seq(Seq(10L, 4L)))
  }

  test("what stands around an aggregation is Spark's") {
    val root = table("int32", 1L to 6L, groups = Seq(1, 1, 2, 2, 3, 3))
    val query =
      "select 2 * sum(v) + count(*) as s, i from t group by i having sum(v) > 3 order by s"
    assert(pushed(root, query) === Seq(Seq(16L, 2.0), Seq(24L, 3.0)))
    assert(pushed(root, "select sum(w) from (select v as w, i as j from t)") === Seq(Seq(21L)))
  }

  test("other shapes are left to Spark") {
    val root = table("int32", 1L to 6L, groups = Seq(1, 1, 2, 2, 3, 3))
    for (
      query <- Seq(
        "select count(distinct v) from t",
        "select sum(distinct v) from t",
        "select sum(v * 2) from t",
        "select sum(cast(v as double)) from t",
        "select max(i + v) from t",
        "select stddev(v) from t",
        "select sum(v) filter (where i > 1D) from t",
        "select i + 1, sum(v) from t group by i + 1",
        "select v, count(*) from t group by v",
        "select i, sum(v) from t group by rollup(i)",
        "select first(v) from t",
        "select sum(v) from t where v > 3",
        "select count(*) from t where abs(i) > 1D",
        "select corr(v, i) from t",
        "select count_if(v > 1) from t",
        "select approx_count_distinct(v) from t",
        "select max(struct(v, i)) from t"
      )
    ) withClue(s"$query: ")(assert(leftToSpark(root, query).nonEmpty))
  }

  test("too many groups are left to Spark, few are not") {
    val root = newDirectory().resolve("v")
    TestArray
      .of("float32", 1000, 3000, 3000)
      .dims("t", "y", "x")
      .chunks(1, 3000, 3000)
      .writeMetadata(root, "")
    def plan(by: String): Boolean =
      isPushed(sql(root, s"select $by, sum(v) from t group by $by"))
    assert(plan("t"))
    assert(plan("t, y"))
    assert(!plan("t, y, x"))
    assert(!plan("y, x"))
  }

  test("EXPLAIN shows aggregates and groups") {
    val root = table("int32", 1L to 6L, groups = Seq(1, 1, 2, 2, 3, 3))
    val query = sql(root, "select i, count(*), sum(v), max(i) from t where i > 1D group by i")
    val text = query.queryExecution.sparkPlan.collectFirst { case s: BatchScanExec => s }
    assert(
      text.get.scan.description === s"zarr $root [i [2,6) of 6], blocks 2 of 3 in 2 objects," +
        " aggregates [COUNT(*), SUM(v), MAX(i)] by [i]"
    )
  }
}
