package io.zarrspark.spark

/** Aggregates that are left to Spark. */
class AggregateRefusalSuite extends AggregateQuerySuite {

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
}
