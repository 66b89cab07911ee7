package io.zarrspark.spark

import java.lang.management.ManagementFactory
import java.nio.file.Files
import java.nio.file.Paths
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.functions.col
import scala.jdk.CollectionConverters._

/** A program of its own that writes winds: arguments are the path, a mode, the first and the end of
  * its times, cells along lat and lon, milliseconds an object takes, and options by `key=value`.
  */
object WriteDriver {
  def main(args: Array[String]): Unit = {
    val Array(path, mode, first, end, side, millis) = args.take(6)
    val options = args.drop(6).map { option =>
      val Array(key, value) = option.split("=", 2)
      key -> value
    }
    val spark = SparkSession
      .builder()
      .master("local[2]")
      .config("spark.ui.enabled", "false")
      .config("spark.sql.session.timeZone", "UTC")
      .config("spark.sql.shuffle.partitions", "8")
      .getOrCreate()
    try {
      val heap = new PeakHeap
      val winds = WritingSuite
        .winds(spark, end.toInt, side.toInt, side.toInt)
        .where(
          s"time >= timestamp'2020-01-01 00:00:00' + make_interval(0, 0, 0, 0, ${first.toInt * 6})"
        )
      val rows =
        if (millis.toLong == 0) winds
        else {
          val slow = FaultyRows.slow(millis.toLong, 10000)
          winds
            .repartition(4, col("time"))
            .sortWithinPartitions("time")
            .withColumn("n", slow(col("n")))
        }
      rows.write
        .format("zarr")
        .mode(mode)
        .options(Map("dims" -> "time,lat,lon") ++ options)
        .save(path)
      println(s"peak of live heap: ${heap.megabytes} MB")
    } finally spark.stop()
  }

  /** What is alive after collections, at its most. */
  private final class PeakHeap {
    private val pools =
      ManagementFactory.getMemoryPoolMXBeans.asScala.filter(_.isCollectionUsageThresholdSupported)
    @volatile private var most = 0L
    private val thread = new Thread("peak-heap") {
      override def run(): Unit = while (true) {
        most = math.max(most, pools.map(_.getCollectionUsage.getUsed).sum)
        Thread.sleep(20)
      }
    }
    thread.setDaemon(true)
    thread.start()

    def megabytes: Long = most >> 20
  }
}

/** A program that writes, started beside a test. */
final class ForkedWrite(prefix: Seq[String], heap: String, arguments: Seq[String])
    extends AutoCloseable {
  private val log = Files.createTempFile("driver", ".log")
  private val process = {
    // What lets Spark into the JDK's packages is what this JVM has been started with.
    val flags = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala
      .filter(flag => flag.startsWith("--add") || flag.startsWith("-XX:+Ignore"))
    val command = prefix ++ Seq(
      Paths.get(System.getProperty("java.home"), "bin", "java").toString,
      heap
    ) ++ flags ++ Seq(
      "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
      "-cp",
      System.getProperty("java.class.path"),
      "io.zarrspark.spark.WriteDriver"
    ) ++ arguments
    new ProcessBuilder(command: _*).redirectErrorStream(true).redirectOutput(log.toFile).start()
  }

  def kill(): Unit = process.destroyForcibly()

  /** The code it exits with. */
  def await(): Int = process.waitFor()

  def output: String = Files.readString(log)

  override def close(): Unit = {
    process.destroyForcibly().waitFor()
    Files.deleteIfExists(log)
  }
}
