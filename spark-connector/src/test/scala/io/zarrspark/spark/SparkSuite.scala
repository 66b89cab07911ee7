package io.zarrspark.spark

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.Paths
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.SparkSession
import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

/** A suite with a session of its own. */
abstract class SparkSuite extends AnyFunSuite with BeforeAndAfterAll {
  protected var spark: SparkSession = _

  /** Settings beyond the usual. */
  protected def settings: Map[String, String] = Map.empty

  protected def master: String = "local[2]"

  /** The folder of the example stores, which the module's tests run beside. */
  protected val examples: Path = Paths.get("../examples/data").toAbsolutePath.normalize

  /** A new directory, in the build's own. */
  protected def newDirectory(): Path = Files.createTempDirectory("store")

  protected def load(store: Path, options: (String, String)*): DataFrame =
    spark.read.format("zarr").options(options.toMap).load(store.toString)

  override def beforeAll(): Unit = {
    val builder = SparkSession
      .builder()
      .master(master)
      .config("spark.sql.session.timeZone", "UTC")
      .config("spark.sql.shuffle.partitions", "2")
    spark =
      settings.foldLeft(builder) { case (b, (key, value)) => b.config(key, value) }.getOrCreate()
  }

  override def afterAll(): Unit = spark.stop()

  /** Sets session options while something runs. */
  protected def withSettings[T](settings: (String, String)*)(body: => T): T = {
    val before = settings.map { case (key, _) => key -> spark.conf.getOption(key) }
    settings.foreach { case (key, value) => spark.conf.set(key, value) }
    try body
    finally
      before.foreach {
        case (key, Some(value)) => spark.conf.set(key, value)
        case (key, None)        => spark.conf.unset(key)
      }
  }
}
