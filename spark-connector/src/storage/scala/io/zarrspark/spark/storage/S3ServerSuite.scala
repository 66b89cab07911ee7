package io.zarrspark.spark.storage

import io.zarrspark.spark.WritingSuite
import io.zarrspark.spark.io.Stores
import io.zarrspark.store.Store
import java.nio.file.Paths
import org.apache.spark.sql.DataFrame
import scala.jdk.CollectionConverters._

/** A suite with an S3 server, and a proxy before it that counts and disturbs.
  *
  * @param bucket
  *   of this suite alone: Hadoop keeps file systems, with their settings, by the name of the bucket
  */
abstract class S3ServerSuite(protected val bucket: String, streams: Option[String])
    extends WritingSuite {
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
}
