package io.zarrspark.spark.storage

import io.zarrspark.spark.SparkSuite
import io.zarrspark.spark.TestArray
import io.zarrspark.spark.io.Stores
import io.zarrspark.spark.storage.FaultyProxy.Fault
import io.zarrspark.spark.storage.FaultyProxy.Request
import io.zarrspark.store.Store
import java.nio.file.Path
import java.nio.file.Paths
import org.apache.spark.sql.DataFrame
import scala.jdk.CollectionConverters._

/** Stores on an S3 server, through s3a. Every test starts with an idle proxy that counts. */
abstract class S3Tests(streams: Option[String]) extends SparkSuite {
  protected val bucket = "zarr-bucket"
  protected val secret = "wJalrXUtnFEMI-K7MDENG-bPxRfiCY"
  protected lazy val server =
    new S3Server(Paths.get("target/servers/s3proxy.jar").toAbsolutePath, bucket)
  protected lazy val proxy = new FaultyProxy(server.port)

  override protected def settings: Map[String, String] = Map(
    "endpoint" -> s"http://127.0.0.1:${proxy.port}",
    "endpoint.region" -> "us-east-1",
    "path.style.access" -> "true",
    "connection.ssl.enabled" -> "false",
    "access.key" -> "AKIAIOSFODNN7EXAMPLE",
    "secret.key" -> secret,
    // The waits of the defaults add up to minutes.
    "attempts.maximum" -> "2",
    "retry.limit" -> "4",
    "retry.interval" -> "20ms",
    "retry.throttle.limit" -> "4",
    "retry.throttle.interval" -> "20ms"
  ).map { case (key, value) => s"spark.hadoop.fs.s3a.$key" -> value } ++
    streams.map("spark.hadoop.fs.s3a.input.stream.type" -> _)

  override def afterAll(): Unit = {
    super.afterAll()
    proxy.close()
    server.close()
  }

  protected def s3(path: String, options: (String, String)*): DataFrame =
    spark.read.format("zarr").options(options.toMap).load(s"s3a://$bucket/$path")

  protected def store(path: String): Store =
    Stores.open(s"s3a://$bucket/$path", spark.sparkContext.hadoopConfiguration)

  /** The requests that something makes: method, key below the bucket, kind of query. */
  protected def requests(body: => Any): Seq[String] = {
    proxy.reset()
    body
    proxy.requests.asScala.toSeq.map { r =>
      val key = r.path.stripPrefix(s"/$bucket").stripPrefix("/")
      if (r.query.contains("list-type")) "LIST" else s"${r.method} $key"
    }
  }

  test("requests") {
    val local = newDirectory()
    TestArray
      .of("int32", 8, 8)
      .chunks(2, 8)
      .dims("y", "x")
      .write(local, "v", i => Long.box(if (i(0) < 2) 0 else i(0) * 8 + i(1)))
    TestArray
      .of("int32", 8, 8)
      .chunks(8, 8)
      .inner(2, 2)
      .dims("y", "x")
      .write(local, "s", i => Long.box(i(0) * 8 + i(1)))
    TestArray.writeConsolidated(
      local,
      (0 until 100).map(k => s"v$k" -> TestArray.of("int32", 4).dims("x")).toMap.asJava
    )
    server.putFolder(bucket, "r", local)
    val s = store("r")
    println("open " + requests(s3("r")))
    println("collect " + requests(s3("r/v").collect()))
    println("shard " + requests(s3("r/s").where("y = 2").collect()))
    println("get " + requests(s.get("v/c/1/0")))
    println("absent " + requests(s.get("v/c/0/0")))
    println("put " + requests(s.put("w/a b+%", Array[Byte](1, 2))))
    println("list " + requests(s.childNames("")))
    println("delete " + requests(s.delete("w/a b+%")))
    println("delete absent" + requests(s.delete("w/nope")))
  }
}
