package io.zarrspark.spark

import java.nio.file.Path
import scala.util.Random

/** LIMIT, OFFSET and ORDER BY with LIMIT read the blocks they need.
  *
  * {{{
  *   time (12)  | shard 0 | shard 1 | shard 2 |     4 steps each, of 2 x 2 x 2 inner chunks
  *   lat  (8)   descending, y (8) without coordinates
  * }}}
  */
class LimitSuite extends ScanSuite {
  private var store: Path = _
  private val innerBytes = 2 * 4 * 4 * 4
  private val indexBytes = 8 * 16 + 4

  override def beforeAll(): Unit = {
    super.beforeAll()
    store = newDirectory()
    TestArray.writeGroup(store, "", "{}")
    TestArray
      .of("int32", 12)
      .dims("time")
      .attributes("""{"units":"hours since 2000-01-01"}""")
      .write(store, "time", i => Long.box(i(0)))
    TestArray.of("float64", 8).dims("lat").write(store, "lat", i => Double.box(70 - 10.0 * i(0)))
    TestArray
      .of("float32", 12, 8, 8)
      .dims("time", "lat", "y")
      .chunks(4, 8, 8)
      .inner(2, 4, 4)
      .write(store, "v", i => Double.box(1.0 + i(0) * 64 + i(1) * 8 + i(2)))
  }

  private def table = recorded(store)

  private def values = RecordingFileSystem.reads.toArray.toSeq
    .map(_.asInstanceOf[RecordingFileSystem.Read])
    .filter(_.path.contains("/v/c/"))

  private def innerChunksRead: Int =
    values.map(_.length).filter(_ != indexBytes).map(_ / innerBytes).sum

  test("a limit reads the blocks of its rows") {
    assert(run(table.select("v").limit(3)) === Seq(Seq(1f), Seq(2f), Seq(3f)))
    assert(keysRead(store, "v") === Set("0/0/0"))
    assert(innerChunksRead === 1)
    assert(table.select("v").limit(3).rdd.getNumPartitions === 1)
    assert(run(table.limit(0)) === Seq())
  }

  test("a limit of more rows than there are takes all") {
    assert(run(table.select("v").limit(10000)).size === 768)
    assert(run(table.select("v").limit(768)).size === 768)
    assert(run(table.select("v").limit(700)).size === 700)
  }

  test("a limit comes after the filters that are pushed") {
    val query = table.where("time >= timestamp'2000-01-01 05:00:00' and y = 7").select("v").limit(2)
    assert(run(query) === Seq(Seq(1f + 5 * 64 + 7), Seq(1f + 5 * 64 + 8 + 7)))
    assert(keysRead(store, "v") === Set("1/0/0"))
  }

  test("a limit over a filter of Spark's own is left to Spark") {
    val query = table.where("v > 300").select("v").limit(2)
    assert(run(query).size === 2)
    assert(operators(query, "CollectLimit") + operators(query, "GlobalLimit") > 0)
  }

  test("an offset skips objects without reading them") {
    val query = table.select("v").offset(600).limit(2)
    val all = run(table.select("v")).map(_.head)
    assert(run(query).map(_.head) === all.slice(600, 602))
    assert(keysRead(store, "v") === Set("2/0/0"))
    assert(innerChunksRead === 1)
    assert(run(table.select("v").offset(760)).map(_.head) === all.drop(760))
    assert(run(table.select("v").limit(10).offset(4)).map(_.head) === all.slice(4, 10))
    assert(run(table.select("v").offset(5000)) === Seq())
  }

  test("random limits and offsets cut the rows of the table") {
    val random = new Random(1)
    for (round <- 1 to 25) {
      val where = Seq("true", "lat < 45", "y in (1, 2, 6) and lat > 0", "y = 3")(random.nextInt(4))
      val table = recorded(store, "batchRows" -> (1 + random.nextInt(20)).toString)
        .where(where)
        .select("time", "lat", "y", "v")
      val all = table.collect().toSeq
      val offset = random.nextInt(all.size)
      val limit = 1 + random.nextInt(all.size)
      withClue(s"round $round, $where, $offset, $limit: ") {
        assert(
          table.offset(offset).limit(limit).collect().toSeq === all.slice(offset, offset + limit)
        )
        assert(table.limit(limit).collect().toSeq === all.take(limit))
        assert(table.offset(offset).limit(limit).count() === all.slice(offset, offset + limit).size)
      }
    }
  }

  test("the last steps are read from their end") {
    val query = table.orderBy(org.apache.spark.sql.functions.col("time").desc).limit(3).select("v")
    assert(run(query).forall(_.head.asInstanceOf[Float] > 11 * 64))
    assert(keysRead(store, "v") === Set("2/0/0"))
    assert(innerChunksRead === 1, "any rows of the last step will do")
  }

  test("sorting by several dimensions narrows each in turn") {
    table.createOrReplaceTempView("t")
    val first = spark.sql("select v from t order by time desc, lat, y limit 2")
    assert(run(first) === Seq(Seq(1f + 11 * 64 + 56), Seq(1f + 11 * 64 + 57)))
    assert(innerChunksRead === 1)
    val two = spark.sql("select lat, y, v from t order by lat desc limit 200")
    assert(
      run(two).map(_.head).groupBy(identity).map(g => g._1 -> g._2.size) === Map(
        70.0 -> 96,
        60.0 -> 96,
        50.0 -> 8
      )
    )
    assert(innerChunksRead === 12, "half of the latitudes")
    val byValue = spark.sql("select v from t order by time desc, v desc limit 1")
    assert(run(byValue) === Seq(Seq(768f)))
    assert(keysRead(store, "v") === Set("2/0/0"))
    assert(run(spark.sql("select v from t order by v desc limit 1")) === Seq(Seq(768f)))
    assert(run(spark.sql("select v from t order by time desc limit 1 offset 64")).size === 1)
  }

  test("random orders with limits have the rows that sorting has") {
    val random = new Random(2)
    for (round <- 1 to 25) {
      val keys = random
        .shuffle(Seq("time", "lat", "y"))
        .take(1 + random.nextInt(3))
        .map(name => s"$name ${Seq("asc", "desc")(random.nextInt(2))}")
      val n = 1 + random.nextInt(150)
      table.createOrReplaceTempView("t")
      val selected = keys.map(_.split(" ")(0)).mkString(", ")
      val sorted = spark.sql(s"select $selected from t order by ${keys.mkString(", ")}")
      val top = spark.sql(s"select $selected from t order by ${keys.mkString(", ")} limit $n")
      withClue(s"round $round, $keys, $n: ")(
        assert(top.collect().toSeq === sorted.collect().toSeq.take(n))
      )
    }
  }

  test("a limited side of a join is not filtered by the other") {
    table.createOrReplaceTempView("t")
    val day = spark.sql("select timestamp'2000-01-01 09:00:00' as at, 1 as one").localCheckpoint()
    day.createOrReplaceTempView("d")
    val joined = spark.sql(
      "select count(*) from (select * from t order by time limit 64) s join d on s.time = d.at where d.one = 1"
    )
    assert(run(joined) === Seq(Seq(0L)))
    val limited = spark.sql(
      "select count(*) from (select * from t limit 64) s join d on s.time = d.at where d.one = 1"
    )
    assert(run(limited) === Seq(Seq(0L)))
  }

  test("an aggregate of a limited table sees the limited rows") {
    assert(table.limit(5).count() === 5)
    val first = Seq(1, 2, 3, 4, 9) // A row of an inner chunk has four cells.
    assert(run(table.limit(5).selectExpr("sum(v)")) === Seq(Seq(first.sum.toDouble)))
    assert(run(table.selectExpr("count(*)").limit(1)) === Seq(Seq(768L)))
  }

  test("EXPLAIN shows the rows") {
    assert(scan(table.select("v").offset(2).limit(3)).description.endsWith(", rows 2 to 5"))
  }
}
