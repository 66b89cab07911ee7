package io.zarrspark.spark

import java.nio.file.Path
import org.apache.spark.sql.DataFrame

/** Queries that are pushed, compared with the same ones unpushed, and queries that are not. */
abstract class AggregateQuerySuite extends SparkSuite {

  /** A table of one dimension i in chunks of 2, with a group number per index. */
  protected def table(
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

  protected def isPushed(query: DataFrame): Boolean =
    query.queryExecution.executedPlan.toString.contains(", aggregates [")

  protected def sql(root: Path, query: String, options: (String, String)*): DataFrame = {
    load(root, options: _*).createOrReplaceTempView("t")
    spark.sql(query)
  }

  /** The rows of a pushed query, after checking them against those of Spark's own. */
  protected def pushed(root: Path, query: String, options: (String, String)*): Seq[Seq[Any]] = {
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
  protected def text(rows: Seq[Seq[Any]]): String = rows.map(_.mkString(" ")).mkString("; ")

  protected def leftToSpark(root: Path, query: String): Seq[Seq[Any]] = {
    val own = sql(root, query)
    assert(!isPushed(own), own.queryExecution.executedPlan)
    own.collect().toSeq.map(_.toSeq)
  }
}
