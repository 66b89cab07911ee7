package io.zarrspark.spark

import java.nio.file.Path
import org.apache.spark.sql.connector.expressions.NamedReference
import org.apache.spark.sql.connector.expressions.SortDirection
import org.apache.spark.sql.connector.read.SupportsReportOrdering
import scala.jdk.CollectionConverters._
import scala.util.Random

/** Order and statistics that a scan reports are those of its rows. */
class OrderSuite extends ScanSuite {

  private def coordinates(random: Random, size: Int): Seq[Int] = {
    val drawn = Seq.fill(size)(random.nextInt(20) - 5)
    random.nextInt(5) match {
      case 0 => drawn.sorted
      case 1 => drawn.sorted.reverse
      case 2 => (0 until size).map(_ * 3)
      case 3 => (0 until size).map(_ * -2)
      case _ => drawn
    }
  }

  private def draw(random: Random): Path = {
    val store = newDirectory()
    val shape = Seq.fill(3)(1 + random.nextInt(6))
    TestArray.writeGroup(store, "", "{}")
    for ((name, size) <- Seq("x", "y", "z").zip(shape)) {
      val values = coordinates(random, size)
      if (random.nextInt(4) > 0)
        TestArray
          .of("int32", size)
          .dims(name)
          .write(store, name, i => Long.box(values(i(0).toInt).toLong))
    }
    val inner = Seq.fill(3)(1 + random.nextInt(3))
    val v = TestArray
      .of("float32", shape.map(_.toLong): _*)
      .dims("x", "y", "z")
      .chunks(inner.map(_ * (1 + random.nextInt(3))): _*)
    (if (random.nextBoolean()) v.inner(inner: _*) else v.chunks(inner: _*))
      .writeMetadata(store, "v")
    store
  }

  test("the rows of partitions are in the order that is reported") {
    val random = new Random(1)
    var claims = 0
    for (round <- 1 to 40) {
      val store = draw(random)
      val table = load(store, "maxPartitionBytes" -> (1 + random.nextInt(200)).toString)
        .where(Seq("true", "x >= 0", "y < 7", "z in (0, 3, 6)")(random.nextInt(4)))
        .selectExpr("cast(x as int) x0", "x", "y", "z", "v")
      val orders = scan(table).asInstanceOf[SupportsReportOrdering].outputOrdering
      claims += orders.length
      val keys = orders.toSeq.map { order =>
        val sign = if (order.direction == SortDirection.ASCENDING) 1 else -1
        Seq("x", "y", "z").indexOf(
          order.expression.asInstanceOf[NamedReference].fieldNames()(0)
        ) + 1 -> sign
      }
      val partitions = table.rdd.glom().collect().toSeq
      for (rows <- partitions; Seq(a, b) <- rows.toSeq.sliding(2).filter(_.size == 2)) {
        val compared = keys.map { case (column, sign) =>
          sign * a.get(column).toString.toLong.compare(b.get(column).toString.toLong)
        }
        withClue(s"round $round, $store, $a, $b, $keys: ")(
          assert(compared.find(_ != 0).getOrElse(0) <= 0)
        )
      }
    }
    assert(claims > 20)
  }

  test("a table whose blocks do not interleave joins without sorting that side") {
    val store = newDirectory()
    TestArray.writeGroup(store, "", "{}")
    TestArray.of("int32", 10).dims("t").write(store, "t", i => Long.box(2 * i(0)))
    TestArray.of("float32", 10, 6).dims("t", "x").chunks(1, 6).writeMetadata(store, "v")
    withSettings("spark.sql.adaptive.enabled" -> "false") {
      val sorted = load(store).selectExpr("t", "x", "v").sortWithinPartitions("t", "x")
      assert(operators(sorted, "Sort") === 0)
      val other = load(store).sortWithinPartitions("x", "t")
      assert(operators(other, "Sort") === 1)
      assert(sorted.collect().length === 60)
    }
  }

  test("statistics of dimension columns are those of the wanted ranges") {
    val store = newDirectory()
    TestArray.writeGroup(store, "", "{}")
    TestArray
      .of("int32", 10)
      .dims("time")
      .attributes("""{"units":"hours since 1970-01-01"}""")
      .write(store, "time", i => Long.box(i(0)))
    val ys = Seq(5.0, Double.NaN, 5.0, 1.0)
    TestArray.of("float64", 4).dims("y").write(store, "y", i => Double.box(ys(i(0).toInt)))
    val zs = Seq(3, 9, 3)
    TestArray
      .of("int16", 3)
      .dims("z")
      .attributes("""{"_FillValue":9}""")
      .write(store, "z", i => Long.box(zs(i(0).toInt).toLong))
    TestArray.of("float32", 10, 4, 3, 7).dims("time", "y", "z", "i").writeMetadata(store, "v")
    def stats(where: String) = {
      val plan = load(store).where(where).queryExecution.optimizedPlan
      val statistics = plan.collectLeaves().head.stats
      statistics.rowCount.get.toLong -> statistics.attributeStats.toSeq.map { case (column, stat) =>
        column.name -> ((
          stat.min,
          stat.max,
          stat.distinctCount.get.toInt,
          stat.nullCount.get.toInt
        ))
      }.toMap
    }
    val hour = 3600L * 1000000
    val (rows, all) = stats("true")
    assert(rows === 840)
    assert(all("time") === ((Some(0L), Some(9 * hour), 10, 0)))
    assert(all("y") === ((None, None, 3, 0)))
    assert(all("z") === ((Some(3.toShort), Some(3.toShort), 1, 280)))
    assert(all("i") === ((Some(0L), Some(6L), 7, 0)))
    val (fewer, some) =
      stats("hour(time) < 24 and time >= timestamp'1970-01-01 07:00:00' and i = 2 and y < 4")
    assert(fewer === 3 * 1 * 3 * 1)
    assert(some("time") === ((Some(7 * hour), Some(9 * hour), 3, 0)))
    assert(some("y") === ((Some(1.0), Some(1.0), 1, 0)))
    assert(some("i") === ((Some(2L), Some(2L), 1, 0)))
    assert(stats("i > 100")._1 === 0)
    assert(load(store).limit(5).queryExecution.optimizedPlan.stats.rowCount.contains(BigInt(5)))
  }

  test("partitions are placed where their objects are, on file systems that know") {
    spark.sparkContext.hadoopConfiguration.set("fs.hdfs.impl", classOf[ClusterFileSystem].getName)
    val store = newDirectory()
    TestArray
      .of("int8", 3)
      .chunks(1)
      .fill("9")
      .write(store, "v", i => Long.box(if (i(0) == 1) 9 else 1))
    def hosts(scheme: String) =
      scan(
        spark.read.format("zarr").option("maxPartitionBytes", "1").load(s"$scheme$store/v")
      ).toBatch.planInputPartitions().toSeq.map(_.preferredLocations().toSeq)
    spark.sparkContext.hadoopConfiguration.set("fs.hdfs.impl.disable.cache", "true")
    assert(hosts("hdfs://") === Seq(Seq("host-of-0"), Seq(), Seq("host-of-2")))
    assert(hosts("rec://") === Seq(Seq(), Seq(), Seq()))
  }
}
