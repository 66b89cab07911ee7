package io.zarrspark.spark

/** Executors in processes of their own: nothing may hang on what the driver's memory holds. */
class ClusterSuite extends SparkSuite {
  override protected def master: String = "local-cluster[2,1,1024]"

  override protected def settings: Map[String, String] = Map(
    "spark.executor.extraClassPath" -> System.getProperty("java.class.path"),
    "spark.executor.memory" -> "512m",
    "spark.hadoop.fs.rec.impl" -> classOf[RecordingFileSystem].getName
  )

  test("a table is read by executors") {
    val winds = load(examples.resolve("navy_winds.zarr"), "maxPartitionBytes" -> "4m")
    val row = winds.selectExpr("count(*)", "avg(UWND)", "count(distinct lat)", "max(time)").head()
    assert(row.getLong(0) === 1387584)
    assert(math.abs(row.getDouble(1) - 0.0264927) < 1e-7)
    assert(row.getLong(2) === 73)
    assert(winds.where("lat > 0 and UWND > 5").count() > 0)
  }

  test("settings of Hadoop reach the executors") {
    val winds = spark.read.format("zarr").load("rec://" + examples.resolve("navy_winds.zarr"))
    assert(winds.where("VWND is not null").count() === 1387584)
  }
}

/** Kryo, which refuses what is not registered: only what Spark itself registers may pass it. */
class KryoSuite extends SparkSuite {
  override protected def settings: Map[String, String] = Map(
    "spark.serializer" -> "org.apache.spark.serializer.KryoSerializer",
    "spark.kryo.registrationRequired" -> "true"
  )

  test("a table is read and joined") {
    val winds = load(examples.resolve("navy_winds.zarr"))
    assert(math.abs(winds.selectExpr("avg(UWND)").head().getDouble(0) - 0.0264927) < 1e-7)
    assert(winds.join(winds.groupBy("lat").count(), "lat").count() === 1387584)
  }
}
