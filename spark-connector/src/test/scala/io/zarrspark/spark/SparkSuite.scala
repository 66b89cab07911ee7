package io.zarrspark.spark

import java.nio.file.Path
import java.nio.file.Paths
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
}
