package io.zarrspark.spark

import java.nio.file.Path
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.Row
import scala.util.Random

/** Random grids, shards and predicates: what is pushed changes what is read, not what comes. */
class PushdownSuite extends SparkSuite {

  /** Without compiling each of many small queries, the suite takes a fraction of the time. */
  override protected def settings: Map[String, String] =
    Map("spark.sql.codegen.wholeStage" -> "false", "spark.sql.codegen.factoryMode" -> "NO_CODEGEN")

  /** A random group of variables in x and y, with the rows it must have. */
  private case class Case(root: Path, rows: Seq[Row], options: Seq[(String, String)])

  private def draw(random: Random): Case = {
    val root = newDirectory()
    val nx = 1 + random.nextInt(12)
    val ny = 1 + random.nextInt(12)
    val xs = coordinates(random, nx)
    val ys = coordinates(random, ny)
    TestArray.writeGroup(root, "", "{}")
    TestArray.of("float64", nx).dims("x").write(root, "x", i => Double.box(xs(i(0).toInt)))
    TestArray.of("int16", ny).dims("y").write(root, "y", i => Long.box(ys(i(0).toInt).toLong))
    val a = Array.fill(nx, ny)(random.nextInt(4).toFloat)
    val b = Array.fill(nx, ny)(random.nextInt(4).toShort)
    val c = Array.fill(ny)(random.nextInt(100))
    grid(random, TestArray.of("float32", nx, ny).dims("x", "y"))
      .write(root, "a", i => Double.box(a(i(0).toInt)(i(1).toInt)))
    grid(random, TestArray.of("int16", ny, nx).dims("y", "x").attributes("""{"_FillValue":3}"""))
      .write(root, "b", i => Long.box(b(i(1).toInt)(i(0).toInt)))
    TestArray
      .of("int32", ny)
      .dims("y")
      .chunks(1 + random.nextInt(ny))
      .write(root, "c", i => Long.box(c(i(0).toInt)))
    val rows =
      for (x <- 0 until nx; y <- 0 until ny)
        yield Row(xs(x), ys(y).toShort, a(x)(y), if (b(x)(y) == 3) null else b(x)(y), c(y))
    Case(
      root,
      rows,
      Seq(
        "variables" -> "a,b,c",
        "batchRows" -> (1 + random.nextInt(20)).toString,
        "maxPartitionBytes" -> (200 + random.nextInt(1500)).toString
      )
    )
  }

  private def coordinates(random: Random, size: Int): Seq[Double] = {
    val drawn = Seq.fill(size)(random.nextInt(10).toDouble - 2)
    random.nextInt(3) match {
      case 0 => drawn.sorted
      case 1 => drawn.sorted.reverse
      case _ => drawn
    }
  }

  private def grid(random: Random, array: TestArray): TestArray = {
    val inner = Seq.fill(2)(1 + random.nextInt(4))
    val outer = inner.map(_ * (1 + random.nextInt(3)))
    array.chunks(outer: _*)
    if (random.nextBoolean()) array.inner(inner: _*) else array
  }

  private def predicate(random: Random, depth: Int): String =
    if (depth > 0 && random.nextInt(3) > 0) {
      val left = predicate(random, depth - 1)
      val right = predicate(random, depth - 1)
      Seq(s"($left and $right)", s"($left or $right)", s"not ($left)")(random.nextInt(3))
    } else {
      val operator = Seq("=", "<", "<=", ">", ">=", "<>", "<=>")(random.nextInt(7))
      val value = random.nextInt(10) - 2
      Seq(
        s"x $operator ${value}D",
        s"y $operator $value",
        s"$value $operator y",
        s"x in (${value}D, 3D, -1D)",
        s"y between $value and ${value + 3}",
        s"a $operator $value",
        s"b is null",
        s"abs(x) $operator ${value}D",
        s"y + 1 $operator $value"
      )(random.nextInt(9))
    }

  /** Rows in an order of their own, for comparing as bags. */
  private def sorted(rows: Seq[Row]): Seq[String] = rows.map(_.toString).sorted

  private def unpushed(c: Case, filter: String): DataFrame =
    spark
      .createDataFrame(java.util.Arrays.asList(c.rows: _*), load(c.root, c.options: _*).schema)
      .where(filter)

  test("filtered tables have the rows that filtered rows have") {
    val seed = 20
    val random = new Random(seed)
    for (round <- 1 to 40) {
      val c = draw(random)
      val table = load(c.root, c.options: _*)
      withClue(s"seed $seed, round $round, ${c.root} ${c.options}: ") {
        assert(sorted(table.collect().toSeq) === sorted(c.rows))
        for (_ <- 1 to 3) {
          val filter = predicate(random, 3)
          withClue(s"$filter: ") {
            val expected = unpushed(c, filter)
            val actual = table.where(filter)
            assert(sorted(actual.collect().toSeq) === sorted(expected.collect().toSeq))
            assert(actual.count() === expected.count())
          }
          val columns = random.shuffle(Seq("x", "y", "a", "b", "c")).take(1 + random.nextInt(3))
          withClue(s"$filter, columns $columns: ")(
            assert(
              sorted(table.where(filter).select(columns.head, columns.tail: _*).collect().toSeq) ===
                sorted(unpushed(c, filter).select(columns.head, columns.tail: _*).collect().toSeq)
            )
          )
        }
      }
    }
  }
}
