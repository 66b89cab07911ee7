package io.zarrspark.spark

import java.nio.file.Path
import org.apache.spark.sql.DataFrame
import scala.util.Random

/** Random grids, shards, absent chunks, masks, filters and groupings: aggregates and filters on
  * values, pushed or not, answer what Spark answers of the same rows in memory.
  */
class AggregateSuite extends SparkSuite {
  override protected def settings: Map[String, String] =
    Map(
      "spark.sql.adaptive.enabled" -> "false",
      // Hundreds of small queries: compiling each would take longer than running it.
      "spark.sql.codegen.wholeStage" -> "false",
      "spark.sql.codegen.factoryMode" -> "NO_CODEGEN",
      "spark.ui.enabled" -> "false"
    )

  private case class Case(root: Path, options: Seq[(String, String)])

  /** Values that doubles add up exactly in any order. */
  private val numbers = Seq(0.0, 1.0, -2.5, 7.25, 100.0, -31.5)
  private val coordinates = Seq(-0.0, 0.0, 1.0, -2.0, 3.5, 3.5, Double.NaN)

  private def draw(random: Random): Case = {
    val root = newDirectory()
    val nx = 1 + random.nextInt(7)
    val ny = 1 + random.nextInt(7)
    val nz = 1 + random.nextInt(5)
    val xs = Seq.fill(nx)(coordinates(random.nextInt(coordinates.size)))
    val ys = Seq.fill(ny)(random.nextInt(6) - 2)
    TestArray.writeGroup(root, "", "{}")
    TestArray.of("float64", nx).dims("x").write(root, "x", i => Double.box(xs(i(0).toInt)))
    val yMask = if (random.nextBoolean()) """{"_FillValue":1}""" else "{}"
    TestArray
      .of("int16", ny)
      .dims("y")
      .attributes(yMask)
      .write(root, "y", i => Long.box(ys(i(0).toInt).toLong))
    val sizes = Map("x" -> nx, "y" -> ny, "z" -> nz)
    val special = Seq(Double.NaN, Double.PositiveInfinity)
    def floats = if (random.nextInt(3) == 0) numbers ++ special else numbers
    array(random, root, "a", "float32", "{}", sizes, floats)
    array(random, root, "b", "float64", """{"_FillValue":1.0}""", sizes, floats)
    array(random, root, "c", "int16", """{"_FillValue":3,"missing_value":0}""", sizes, 0 to 5)
    val packed = """{"scale_factor":0.25,"add_offset":2.0,"_FillValue":3}"""
    array(random, root, "d", "uint8", packed, sizes, 0 to 255)
    array(random, root, "e", "uint32", "{}", sizes, Seq(0L, 5L, 4294967295L))
    array(random, root, "f", "uint64", "{}", sizes, Seq(0L, 5L, -1L))
    array(random, root, "g", "int64", "{}", sizes, Seq(0L, 5L, -7L))
    Case(
      root,
      Seq(
        "variables" -> "a,b,c,d,e,f,g",
        "batchRows" -> (1 + random.nextInt(20)).toString,
        "maxPartitionBytes" -> (1 + random.nextInt(2000)).toString
      ) ++ (if (random.nextInt(3) == 0) Seq("missingChunks" -> "null") else Nil)
    )
  }

  /** An array of all dimensions in any order, or of some; about half of its blocks hold one value,
    * so that those which hold the fill value are absent.
    */
  private def array(
      random: Random,
      root: Path,
      name: String,
      dataType: String,
      attributes: String,
      sizes: Map[String, Int],
      values: Seq[Any]
  ): Unit = {
    val all = Seq("x", "y", "z")
    val dims =
      if (name == "a") all
      else if (random.nextInt(4) == 0) random.shuffle(all).take(1 + random.nextInt(2))
      else if (random.nextBoolean()) all
      else random.shuffle(all)
    val shape = dims.map(sizes)
    val inner = dims.map(_ => 1 + random.nextInt(3))
    val outer = inner.map(_ * (1 + random.nextInt(2)))
    val sharded = random.nextBoolean()
    val fill = values(random.nextInt(values.size))
    val cells = Array.fill(shape.product)(values(random.nextInt(values.size)))
    val alike = Array.fill(shape.product)(random.nextInt(3) > 0)
    def strides(by: Seq[Int]): Array[Long] => Int =
      index => index.indices.foldLeft(0)((n, d) => n * shape(d) + (index(d) / by(d)).toInt)
    val block = strides(inner)
    val cell = strides(dims.map(_ => 1))
    val json = fill match {
      case number: Double if number.isNaN      => "\"NaN\""
      case number: Double if number.isInfinite => "\"Infinity\""
      case -1L                                 => "18446744073709551615"
      case number                              => number.toString
    }
    val described = TestArray
      .of(dataType, shape.map(_.toLong): _*)
      .dims(dims: _*)
      .chunks(outer: _*)
      .fill(json)
      .attributes(attributes)
    val cut = if (sharded) described.inner(inner: _*) else described
    (if (random.nextInt(3) == 0) cut.randomExtents(random.self, 6) else cut).write(
      root,
      name,
      i =>
        (if (alike(block(i))) fill else cells(cell(i))) match {
          case number: Int    => Long.box(number.toLong)
          case number: Long   => Long.box(number)
          case number: Double => Double.box(number)
        }
    )
  }

  private def pick[A](random: Random, from: A*): A = from(random.nextInt(from.size))

  private def onDimensions(random: Random): String = pick(
    random,
    "true",
    s"x ${pick(random, "<", ">=", "=", "<>")} ${random.nextInt(4)}D",
    s"y between ${random.nextInt(3) - 2} and ${random.nextInt(4)}",
    "y is not null and (y < 0 or y > 1)",
    s"z >= ${random.nextInt(3)}",
    s"z in (0, 2) and x < 3D",
    "z > 100"
  )

  private def onValues(random: Random, depth: Int): String =
    if (depth > 0 && random.nextBoolean())
      s"(${onValues(random, depth - 1)} ${pick(random, "and", "or")} ${onValues(random, depth - 1)})"
    else {
      val operator = pick(random, "=", "<", "<=", ">", ">=", "<>", "<=>")
      pick(
        random,
        s"a $operator ${pick(random, "0", "1", "7.25", "-2.5")}F",
        "a = float('nan')",
        "a in (1F, 100F)",
        s"not (b $operator 1D)",
        s"b $operator ${pick(random, "0", "100", "-31.5")}D",
        "b is null",
        s"c $operator ${random.nextInt(6)}",
        "c is not null",
        s"d $operator 2.5D",
        s"e $operator 5",
        s"f $operator 5",
        s"g $operator 5",
        "g in (0, 5, null)",
        s"z $operator 1",
        "a > b",
        "5 < g"
      )
    }

  private def aggregates(random: Random): Seq[String] = {
    val columns = Seq("a", "b", "c", "d", "e", "f", "g", "x", "y", "z")
    (1 to 1 + random.nextInt(5)).map { n =>
      val column = pick(random, columns: _*)
      val function = column match {
        case "f" => pick(random, "count", "min", "max")
        case _   => pick(random, "count", "sum", "min", "max", "avg")
      }
      (if (random.nextInt(5) == 0) "count(*)" else s"$function($column)") + s" as r$n"
    }
  }

  private def query(table: DataFrame, filter: String, groups: Seq[String], select: Seq[String]) = {
    table.createOrReplaceTempView("t")
    val by = if (groups.isEmpty) "" else groups.mkString(" group by ", ", ", "")
    spark.sql(s"select ${(groups ++ select).mkString(", ")} from t where $filter$by")
  }

  /** Rows as a bag; the signs of zeros are left to chance by Spark too. */
  private def sorted(table: DataFrame): Seq[String] =
    table.collect().toSeq.map(_.toString.replaceAll("-0\\.0(?![0-9])", "0.0")).sorted

  private def inMemory(table: DataFrame): DataFrame =
    spark.createDataFrame(java.util.Arrays.asList(table.collect(): _*), table.schema)

  private def isAggregated(table: DataFrame): Boolean =
    table.queryExecution.executedPlan.toString.contains(", aggregates [")

  test("aggregates of random tables are those of their rows") {
    val seed = 30
    val random = new Random(seed)
    var aggregated = 0
    for (round <- 1 to 20) {
      val c = draw(random)
      val table = load(c.root, c.options: _*)
      val rows = inMemory(load(c.root, c.options :+ ("pushDownAggregates" -> "false"): _*))
      for (_ <- 1 to 6) {
        val filter = onDimensions(random)
        val groups = random.shuffle(Seq("x", "y", "z")).take(random.nextInt(4))
        val select = aggregates(random)
        withClue(s"seed $seed, round $round, $c, $filter, $groups, $select: ") {
          val actual = query(table, filter, groups, select)
          assert(sorted(actual) === sorted(query(rows, filter, groups, select)))
          if (isAggregated(actual)) aggregated += 1
        }
      }
    }
    assert(aggregated > 20 * 6 / 2, "few of them were pushed")
  }

  test("rows of random tables filtered by value are the filtered rows") {
    val seed = 31
    val random = new Random(seed)
    for (round <- 1 to 20) {
      val c = draw(random)
      val table = load(c.root, c.options: _*)
      val rows = inMemory(table)
      for (_ <- 1 to 6) {
        val filter = s"${onDimensions(random)} and ${onValues(random, 2)}"
        val columns =
          random.shuffle(Seq("x", "y", "z", "a", "b", "c", "d")).take(1 + random.nextInt(3))
        withClue(s"seed $seed, round $round, $c, $filter, $columns: ") {
          assert(
            sorted(table.where(filter).selectExpr(columns: _*)) ===
              sorted(rows.where(filter).selectExpr(columns: _*))
          )
          val select = aggregates(random)
          val groups = random.shuffle(Seq("x", "y", "z")).take(random.nextInt(2))
          assert(
            sorted(query(table, filter, groups, select)) ===
              sorted(query(rows, filter, groups, select))
          )
        }
      }
    }
  }
}
