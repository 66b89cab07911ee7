package io.zarrspark.spark

import java.nio.file.Path
import org.apache.spark.sql.DataFrame

/** Joins: what runtime filters prune, and which grids meet without a shuffle. */
class JoinSuite extends ScanSuite {
  private val bucketing = "spark.sql.sources.v2.bucketing.enabled"
  private var small: Path = _

  override protected def settings: Map[String, String] =
    super.settings ++ Map(
      "spark.sql.requireAllClusterKeysForCoPartition" -> "false",
      "spark.sql.sources.v2.bucketing.pushPartValues.enabled" -> "true"
    )

  /** Hours of 2000, their grid cut along time; only the chunks with cells that differ from 0 exist.
    */
  private def write(steps: Int, chunk: Int, side: Int, factor: Double, first: Int = 0): Path = {
    val store = newDirectory()
    TestArray.writeGroup(store, "", "{}")
    TestArray
      .of("int32", steps)
      .dims("time")
      .attributes("""{"units":"hours since 2000-01-01"}""")
      .write(store, "time", i => Long.box(first + i(0)))
    TestArray.of("int32", side).dims("y").write(store, "y", i => Long.box(i(0)))
    val v =
      TestArray.of("float32", steps, side, side).dims("time", "y", "x").chunks(chunk, side, side)
    if (steps * side * side < 100000)
      v.write(store, "v", i => Double.box(factor * (1 + i(0) * side * side + i(1) * side + i(2))))
    else v.writeMetadata(store, "v")
    store
  }

  override def beforeAll(): Unit = {
    super.beforeAll()
    small = write(48, 6, 4, 1)
  }

  private def events(hours: Int*): DataFrame = {
    val rows = hours.map(hour => s"(timestamp'2000-01-01 00:00:00' + interval $hour hours, 'on')")
    spark.sql(s"select * from values ${rows.mkString(", ")} as e(at, state)").localCheckpoint()
  }

  private def pruned(query: DataFrame): Long =
    scans(query).find(_.scan.description.startsWith("zarr ")).get.metrics("zarrBlocksPruned").value

  test("a join with a small table reads the blocks of its times") {
    recorded(small).createOrReplaceTempView("t")
    events(3, 30).createOrReplaceTempView("e")
    val query = spark.sql("select sum(v) from t join e on t.time = e.at where e.state = 'on'")
    val expected = Seq(3, 30).flatMap(t => (0 until 16).map(c => 1.0 + t * 16 + c)).sum
    assert(run(query) === Seq(Seq(expected)))
    assert(keysRead(small, "v") === Set("0/0/0", "5/0/0"))
    assert(pruned(query) === 6)
  }

  test("integer dimensions are filtered too, and by what a subquery finds") {
    recorded(small).createOrReplaceTempView("t")
    val ys =
      spark.sql("select * from values (2, 'on'), (77, 'on') as e(y, state)").localCheckpoint()
    ys.createOrReplaceTempView("ys")
    val join =
      spark.sql("select count(*), sum(t.y) from t join ys on t.y = ys.y where ys.state = 'on'")
    assert(run(join) === Seq(Seq(48L * 4, 48L * 8)))
    events(13).createOrReplaceTempView("e")
    val in = spark.sql("select sum(v) from t where time in (select at from e where state = 'on')")
    assert(run(in) === Seq(Seq((0 until 16).map(c => 1.0 + 13 * 16 + c).sum)))
    assert(keysRead(small, "v") === Set("2/0/0"))
  }

  test("a runtime filter that nothing matches reads nothing") {
    recorded(small).createOrReplaceTempView("t")
    events(999).createOrReplaceTempView("e")
    val query = spark.sql("select sum(v) from t join e on t.time = e.at where e.state = 'on'")
    assert(run(query) === Seq(Seq(null)))
    assert(keysRead(small, "v") === Set())
  }

  test("a table that is joined twice, filtered once, has all its rows") {
    recorded(small).createOrReplaceTempView("t")
    events(3).createOrReplaceTempView("e")
    val query = spark.sql(
      "select count(*) from t join (select time, y, x from t join e on t.time = e.at where e.state = 'on') f" +
        " on t.y = f.y and t.x = f.x"
    )
    assert(run(query) === Seq(Seq(48L * 16)))
    val union = spark.sql(
      "select count(*) from (select v from t join e on t.time = e.at where e.state = 'on' union all select v from t)"
    )
    assert(run(union) === Seq(Seq(16L + 48 * 16)))
  }

  private val steps = 64
  private val side = 256

  /** Joins on all dimensions, of few cells of large tables, by sorting. */
  private def joined(left: Path, right: Path, where: String = "true"): DataFrame = {
    recorded(left).where("y < 2 and x < 3").createOrReplaceTempView("l")
    recorded(right).where("y < 3 and x < 2").createOrReplaceTempView("r")
    spark.sql(
      "select count(*), min(l.time), max(r.time) from l join r" +
        s" on l.time = r.time and l.y = r.y and l.x = r.x where $where"
    )
  }

  private def shuffles(query: DataFrame): Int = {
    val text = plan(query).toString
    "hashpartitioning".r.findAllIn(text).size
  }

  private val noBroadcast = Seq(
    "spark.sql.autoBroadcastJoinThreshold" -> "-1",
    "spark.sql.adaptive.autoBroadcastJoinThreshold" -> "-1"
  )

  test("tables of one grid join without a shuffle") {
    val left = write(steps, 8, side, 1)
    val right = write(steps, 8, side, 2)
    withSettings(noBroadcast :+ (bucketing -> "true"): _*) {
      val query = joined(left, right)
      val rows = run(query)
      assert(rows.map(_.head) === Seq(steps * 4L))
      assert(shuffles(query) === 0, plan(query))
      val partial = joined(left, right, "l.time >= timestamp'2000-01-02 00:00:00'")
      assert(run(partial).map(_.head) === Seq((steps - 24) * 4L))
      assert(shuffles(partial) === 0, plan(partial))
    }
    withSettings(noBroadcast :+ (bucketing -> "false"): _*) {
      val query = joined(left, right)
      assert(run(query).map(_.head) === Seq(steps * 4L))
      assert(shuffles(query) === 2, plan(query))
      assert(scan(query).toBatch.planInputPartitions().length <= 2, "no keys, no cuts")
    }
  }

  test("sides with different times of one grid join without a shuffle") {
    val left = write(steps, 8, side, 1)
    val right = write(steps, 8, side, 2)
    withSettings(noBroadcast :+ (bucketing -> "true"): _*) {
      recorded(left)
        .where("y < 2 and x < 3 and time < timestamp'2000-01-02'")
        .createOrReplaceTempView("l")
      recorded(right)
        .where("y < 3 and x < 2 and time >= timestamp'2000-01-01 12:00:00'")
        .createOrReplaceTempView("r")
      for (
        kind <- Seq(
          "join" -> 12 * 4,
          "left join" -> 24 * 6,
          "full join" -> (24 * 6 + 52 * 6 - 12 * 4)
        )
      ) {
        val query = spark.sql(
          s"select l.v, r.v from l ${kind._1} r on l.time = r.time and l.y = r.y and l.x = r.x"
        )
        assert(run(query).size === kind._2, kind)
        assert(shuffles(query) === 0, plan(query))
      }
    }
  }

  test(
    "tables whose chunks differ join without a shuffle if the same stretches are cut from them"
  ) {
    // A key is worth a million cells: two chunks of 8 steps, or one of 16.
    val left = write(steps, 8, side, 1)
    val right = write(steps, 16, side, 2)
    withSettings(noBroadcast :+ (bucketing -> "true"): _*) {
      val query = joined(left, right)
      assert(run(query).map(_.head) === Seq(steps * 4L))
      assert(shuffles(query) === 0, plan(query))
    }
  }

  test("tables of other chunks or other times shuffle and are right") {
    val left = write(steps, 8, side, 1)
    for (
      (name, right, rows) <- Seq(
        ("other chunks", write(steps, 12, side, 2), steps * 4L),
        ("other times", write(steps, 8, side, 2, first = 3), (steps - 3) * 4L)
      )
    )
      withSettings(noBroadcast :+ (bucketing -> "true"): _*) {
        val query = joined(left, right)
        assert(run(query).map(_.head) === Seq(rows), name)
        assert(shuffles(query) > 0, name)
      }
  }

  test("the shuffle of one side only sends rows to where their key is") {
    val left = write(steps, 8, side, 1)
    val right = write(steps, 12, side, 2)
    withSettings(
      noBroadcast ++ Seq(
        bucketing -> "true",
        "spark.sql.sources.v2.bucketing.shuffle.enabled" -> "true"
      ): _*
    ) {
      recorded(left).where("y < 2 and x < 3").createOrReplaceTempView("l")
      spark
        .sql(
          "select timestamp'2000-01-01' + make_interval(0, 0, 0, 0, id) as at, id from range(-5, 100)"
        )
        .createOrReplaceTempView("r")
      val query = spark.sql("select l.v, r.id from l full join r on l.time = r.at")
      assert(run(query).size === steps * 6 + 105 - steps)
      assert(run(joined(left, right)).map(_.head) === Seq(steps * 4L))
    }
  }

  test("a runtime filter leaves the keys of a join as they were") {
    val left = write(steps, 8, side, 1)
    val right = write(steps, 8, side, 2)
    withSettings(bucketing -> "true", "spark.sql.adaptive.enabled" -> "false") {
      recorded(left).where("y < 2 and x < 3").createOrReplaceTempView("l")
      recorded(right).where("y < 3 and x < 2").createOrReplaceTempView("r")
      events(5, 50).createOrReplaceTempView("e")
      val query = spark.sql(
        "select /*+ merge(l, r), broadcast(e) */ l.v, r.v from l join r on l.time = r.time and l.y = r.y and l.x = r.x" +
          " join e on l.time = e.at where e.state = 'on'"
      )
      assert(run(query).size === 2 * 4)
      assert(shuffles(query) === 0, plan(query))
      assert(plan(query).toString.contains("dynamicpruning"), plan(query))
      assert(scans(query).map(_.metrics("zarrBlocksPruned").value).max >= 6)
    }
  }

  test("partitions of one key are grouped") {
    val left = write(steps, 8, side, 1)
    val right = write(steps, 8, side, 2)
    withSettings(noBroadcast :+ (bucketing -> "true"): _*) {
      for ((path, name) <- Seq(left -> "l", right -> "r"))
        recorded(path, "maxPartitionBytes" -> "300k").createOrReplaceTempView(name)
      val query = spark.sql(
        "select count(*) from (select time, y, x from l where y < 250 and x < 2) l join" +
          " (select time, y, x from r where y < 3) r on l.time = r.time and l.y = r.y and l.x = r.x"
      )
      assert(run(query) === Seq(Seq(steps * 6L)))
      assert(shuffles(query) === 0, plan(query))
    }
  }
}
