package io.zarrspark.spark

import java.net.InetAddress
import java.net.ServerSocket
import java.net.Socket
import java.nio.file.Paths
import java.util.concurrent.atomic.AtomicInteger
import org.apache.spark.scheduler.SparkListener
import org.apache.spark.scheduler.SparkListenerTaskStart
import org.apache.spark.sql.functions.col
import scala.collection.mutable
import scala.util.Try

/** Two attempts of one task write the same objects. Spark starts a speculative attempt on another
  * host only, so the workers are those of a cluster of two addresses of the loopback interface.
  */
class WriteSpeculationSuite extends WritingSuite {
  private val side = 8
  private val chunks = "chunks" -> s"1,$side,$side"
  private val processes = mutable.Buffer.empty[Process]
  private lazy val port = freePort()

  override protected def master: String = s"spark://127.0.0.1:$port"

  override protected def settings: Map[String, String] = Map(
    "spark.executor.extraClassPath" -> System.getProperty("java.class.path"),
    "spark.executor.memory" -> "512m",
    "spark.cores.max" -> "2",
    "spark.scheduler.minRegisteredResourcesRatio" -> "1",
    "spark.speculation" -> "true",
    "spark.speculation.interval" -> "50ms",
    "spark.speculation.quantile" -> "0.5",
    "spark.speculation.multiplier" -> "1.5",
    "spark.speculation.minTaskRuntime" -> "50ms"
  )

  private def freePort(): Int = {
    val socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress)
    try socket.getLocalPort
    finally socket.close()
  }

  private def start(host: String, arguments: String*): Unit = {
    val java = Paths.get(System.getProperty("java.home"), "bin", "java").toString
    val command =
      Seq(java, "-Xmx256m", "-cp", System.getProperty("java.class.path")) ++ arguments
    val builder = new ProcessBuilder(command: _*)
    builder.environment.put("SPARK_LOCAL_IP", host)
    builder.redirectErrorStream(true).redirectOutput(newDirectory().resolve("log").toFile)
    processes += builder.start()
  }

  override def beforeAll(): Unit = {
    start(
      "127.0.0.1",
      Seq("org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", s"$port") ++
        Seq("--webui-port", "0"): _*
    )
    val deadline = System.nanoTime() + 120 * 1000000000L
    while (Try(new Socket("127.0.0.1", port).close()).isFailure && System.nanoTime() < deadline)
      Thread.sleep(50)
    for (host <- Seq("127.0.0.2", "127.0.0.3"))
      start(
        host,
        Seq("org.apache.spark.deploy.worker.Worker", "--host", host, "-c", "1", "-m", "1g") ++
          Seq("-d", newDirectory().toString, "--webui-port", "0", master): _*
      )
    super.beforeAll()
  }

  override def afterAll(): Unit =
    try super.afterAll()
    finally processes.reverse.foreach(process => process.destroyForcibly().waitFor())

  test("a speculative attempt overtakes one that has put some of its objects") {
    val rows = winds(20, side, side)
    val reference = newPath()
    write(rows, reference, "errorifexists", chunks)
    val speculative = new AtomicInteger
    val listener = new SparkListener {
      override def onTaskStart(start: SparkListenerTaskStart): Unit =
        if (start.taskInfo.speculative) speculative.incrementAndGet()
    }
    spark.sparkContext.addSparkListener(listener)
    // The 6th, 13th and last object of all.
    for (time <- Seq(5, 12, 19)) {
      val path = newPath()
      val straggling = FaultyRows.straggling(time * 10000 + 3, 120000)
      val input = rows
        .repartition(4, col("time"))
        .sortWithinPartitions("time")
        .withColumn("n", straggling(col("n")))
      write(input, path, "errorifexists", chunks, "clustered" -> "true", "cache" -> "false")
      assertSameObjects(path, reference)
      assertSame(load(path), rows)
    }
    assert(speculative.get >= 3)
  }
}
