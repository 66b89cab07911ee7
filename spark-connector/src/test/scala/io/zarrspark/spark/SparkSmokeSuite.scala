package io.zarrspark.spark

import org.apache.spark.sql.SparkSession
import org.scalatest.funsuite.AnyFunSuite

/** Placeholder until the real suites exist: a session starts in the test class path. */
class SparkSmokeSuite extends AnyFunSuite {
  test("a local session counts rows") {
    val spark = SparkSession.builder().master("local[2]").getOrCreate()
    try assert(spark.range(10).count() === 10)
    finally spark.stop()
  }
}
