package io.zarrspark.spark

import java.nio.file.Path
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.Row
import org.apache.spark.sql.functions.broadcast
import org.apache.spark.sql.functions.expr
import scala.jdk.CollectionConverters._

/** The columns `_block` and `_index_<dimension>`, which come only if they are named.
  *
  * {{{
  *   y (5) in chunks of 2, x (7) in shards of 6, inner chunks of 3
  *   blocks   0 0 0 1 1 1 2
  *            0 0 0 1 1 1 2
  *            3 3 3 4 4 4 5   and so on
  * }}}
  */
class MetadataColumnsSuite extends SparkSuite {
  override protected def settings: Map[String, String] =
    Map("spark.hadoop.fs.rec.impl" -> classOf[RecordingFileSystem].getName)

  private var store: Path = _

  override def beforeAll(): Unit = {
    super.beforeAll()
    store = newDirectory()
    TestArray.writeGroup(store, "", "{}")
    TestArray
      .of("float64", 5)
      .dims("y")
      .write(store, "y", i => Double.box(50.5 - i(0)))
    TestArray
      .of("int32", 5, 7)
      .dims("y", "x")
      .chunks(2, 6)
      .inner(2, 3)
      .write(store, "v", i => Long.box(i(0) * 7 + i(1) + 1))
    TestArray
      .of("int32", 7, 5)
      .dims("x", "y")
      .chunks(3, 3)
      .write(store, "w", i => Long.box(i(1) * 7 + i(0) + 1))
    TestArray.of("int16", 7).dims("x").chunks(2).write(store, "only_x", i => Long.box(i(0)))
  }

  private def table: DataFrame = load(store, "variables" -> "v,w,only_x")

  private def keysRead(query: DataFrame): Set[String] = {
    RecordingFileSystem.reset()
    query.collect()
    RecordingFileSystem.reads.asScala
      .map(read => store.relativize(java.nio.file.Paths.get(read.path)).toString)
      .filter(_.matches("[vw]/c/.*"))
      .toSet
  }

  private def recorded: DataFrame =
    spark.read.format("zarr").option("variables", "v").load("rec://" + store)

  test("metadata columns do not come unasked") {
    assert(table.columns === Array("y", "x", "v", "w", "only_x"))
    assert(table.where("_index_x = 3 and _block = 1").columns === table.columns)
  }

  test("indices count from 0 along each dimension") {
    val rows = table.select("v", "w", "_index_y", "_index_x", "y", "x", "only_x").collect()
    assert(rows.length === 35)
    for (row <- rows) {
      val y = row.getLong(2)
      val x = row.getLong(3)
      assert(
        row === Row((y * 7 + x + 1).toInt, (y * 7 + x + 1).toInt, y, x, 50.5 - y, x, x.toShort)
      )
    }
    val only = table.select("_index_x", "_index_y").distinct().count()
    assert(only === 35, "without any other column")
  }

  test("the number of the block does not depend on the columns beside it") {
    for (columns <- Seq("v", "w", "only_x", "y", "_index_x", "_block as same")) {
      val rows = table.selectExpr("_block", "_index_y", "_index_x", columns).collect()
      assert(rows.length === 35)
      for (row <- rows)
        assert(
          row.getLong(0) === row.getLong(1) / 2 * 3 + row.getLong(2) / 3,
          s"$row beside $columns"
        )
    }
    assert(
      table.groupBy("_block").count().orderBy("_block").collect() ===
        Array(6, 6, 2, 6, 6, 2, 3, 3, 1).zipWithIndex.map { case (n, b) => Row(b.toLong, n.toLong) }
    )
    assert(table.where("_block = 4").selectExpr("min(v)", "max(v)").head() === Row(18, 27))
  }

  test("predicates on an index are pushed, exactly") {
    val query = recorded.where("_index_y between 2 and 3 and _index_x in (0, 5)").select("v")
    assert(query.collect().map(_.getInt(0)).sorted === Array(15, 20, 22, 27))
    assert(keysRead(query) === Set("v/c/1/0"))
    val plan = query.queryExecution.executedPlan.toString
    assert(!plan.contains("Filter ("), "nothing is left for Spark")
    assert(keysRead(recorded.where("_index_x = 6 and y > 48.6").select("v")) === Set("v/c/0/1"))
    assert(recorded.where("_index_y < 2 or y = 46.5").count() === 21)
    assert(recorded.where("not (_index_y < 2) and _index_y is not null").count() === 21)
    assert(recorded.where("_index_y > 100").count() === 0)
  }

  test("tables of floating-point coordinates join and group by the index") {
    val means = table.groupBy("_index_y").agg(Map("v" -> "avg")).orderBy("_index_y").collect()
    assert(means.map(_.getDouble(1)) === Array(4, 11, 18, 25, 32))
    val a = table.selectExpr("_index_y as i", "_index_x as j", "v")
    val b = table.selectExpr("_index_y as i", "_index_x as j", "w")
    assert(a.join(b, Seq("i", "j")).where("v = w").count() === 35)
  }

  test("a join by the index reads only the blocks that the other table names") {
    val few = spark.range(5).selectExpr("id as i", "id * 10 as n").where("n in (30, 40)")
    val query = recorded
      .select("_index_y", "v")
      .join(broadcast(few), expr("_index_y = i"))
      .selectExpr("sum(v)")
    assert(query.head().getLong(0) === (22 to 35).sum)
    assert(keysRead(query) === Set("v/c/1/0", "v/c/1/1", "v/c/2/0", "v/c/2/1"))
  }

  test("a column of the same name hides the metadata column, which has another name then") {
    val clashing = newDirectory()
    TestArray.writeGroup(clashing, "", "{}")
    for (name <- Seq("_block", "_index_x"))
      TestArray
        .of("int32", 4)
        .dims("x")
        .chunks(2)
        .write(clashing, name, i => Long.box(i(0) * 10 + 5))
    val rows = load(clashing)
      .selectExpr("_block", "_index_x", "__block", "__index_x")
      .orderBy("__index_x")
      .collect()
    assert(
      rows === Array(
        Row(5, 5, 0L, 0L),
        Row(15, 15, 0L, 1L),
        Row(25, 25, 1L, 2L),
        Row(35, 35, 1L, 3L)
      )
    )
    assert(load(clashing).where("__index_x = 2").select("_block").collect() === Array(Row(25)))
    assert(load(clashing).where("_index_x = 15").select("__block").collect() === Array(Row(0L)))
  }

  test("an array on its own and one without dimensions have them too") {
    val own = load(store.resolve("only_x")).where("_index_x = 4").select("_block", "only_x")
    assert(own.collect() === Array(Row(2L, 4.toShort)))
    val scalar = newDirectory()
    TestArray.of("float32").write(scalar, "", _ => Double.box(1.5))
    assert(load(scalar).select("_block").collect() === Array(Row(0L)))
  }
}
