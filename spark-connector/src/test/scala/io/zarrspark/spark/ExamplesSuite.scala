package io.zarrspark.spark

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.types._

/** The committed stores, written by zarr-python, have the values their README states. */
class ExamplesSuite extends SparkSuite {
  private def navyWinds: DataFrame =
    spark.read.format("zarr").load(examples.resolve("navy_winds.zarr").toString)

  private def coads: DataFrame =
    spark.read.format("zarr").load(examples.resolve("coads.zarr").toString)

  test("navy_winds has a column per dimension and variable") {
    assert(
      StructType(navyWinds.schema.map(_.copy(metadata = Metadata.empty))) === new StructType()
        .add("time", TimestampType) // A float, whose NaN would be NULL.
        .add("lat", DoubleType, nullable = false)
        .add("lon", DoubleType, nullable = false)
        .add("UWND", FloatType, nullable = false)
        .add("VWND", FloatType, nullable = false)
    )
  }

  test("navy_winds has 1387584 rows and the stored means") {
    val row =
      navyWinds.selectExpr("count(*)", "avg(UWND)", "avg(VWND)", "min(time)", "max(time)").head()
    assert(row.getLong(0) === 1387584)
    assert(math.abs(row.getDouble(1) - 0.0264927) < 1e-7)
    assert(math.abs(row.getDouble(2) - -0.0729299) < 1e-7)
    assert(navyWinds.count() === 1387584)
  }

  test("a year of a region has the rows of the region") {
    val region = navyWinds.where(
      "time >= timestamp'1985-01-01' and time < timestamp'1986-01-01' and lat between 20 and 50 and lon between 100 and 180"
    )
    assert(region.count() === 12 * 13 * 33)
    assert(region.selectExpr("count(distinct time, lat, lon)").head().getLong(0) === 12 * 13 * 33)
    assert(
      region.selectExpr("min(lat)", "max(lat)", "min(lon)", "max(lon)").head().toSeq === Seq(
        20.0,
        50.0,
        100.0,
        180.0
      )
    )
  }

  test("coads has NULL where the source has no value, and only there") {
    val row =
      coads.selectExpr("count(*)", "count(SST)", "avg(SST)", "count(SLP)", "avg(SLP)").head()
    assert(row.getLong(0) === 194400)
    assert(row.getLong(1) === 194400 - 89622)
    assert(math.abs(row.getDouble(2) - 18.0953353) < 1e-6)
    assert(row.getLong(3) === 194400 - 86592)
    assert(math.abs(row.getDouble(4) - 1011.9575168) < 1e-6)
  }
}
