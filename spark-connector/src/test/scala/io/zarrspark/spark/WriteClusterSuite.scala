package io.zarrspark.spark

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.Paths
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicInteger
import org.apache.spark.ExecutorLostFailure
import org.apache.spark.scheduler.SparkListener
import org.apache.spark.scheduler.SparkListenerTaskEnd
import org.apache.spark.scheduler.SparkListenerTaskStart
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions.col
import org.apache.spark.sql.functions.rand
import scala.jdk.CollectionConverters._
import scala.util.Random
import scala.util.Try

/** Writes whose executors are processes of their own, which are killed, and tasks that fail. */
class WriteClusterSuite extends WritingSuite {
  private val times = 40
  private val side = 8
  private val chunks = "chunks" -> s"1,$side,$side"

  override protected def master: String = "local-cluster[2,1,1024]"

  override protected def settings: Map[String, String] = Map(
    "spark.executor.extraClassPath" -> System.getProperty("java.class.path"),
    "spark.executor.memory" -> "512m",
    "spark.hadoop.fs.rec.impl" -> classOf[SlowFileSystem].getName,
    "spark.task.maxFailures" -> "20",
    "spark.stage.maxConsecutiveAttempts" -> "20",
    "spark.deploy.maxExecutorRetries" -> "-1",
    "spark.shuffle.io.retryWait" -> "100ms"
  )

  private lazy val reference: Path = {
    val path = newPath()
    write(winds(times, side, side), path, "errorifexists", chunks)
    path
  }

  override def beforeAll(): Unit = {
    super.beforeAll()
    spark.sparkContext.addSparkListener(tasks)
  }

  /** The rows of an object in one task, in order; its encoded values do not depend on it. */
  private def clustered(rows: DataFrame): DataFrame =
    rows.repartition(4, col("time")).sortWithinPartitions("time")

  private def on(n: org.apache.spark.sql.expressions.UserDefinedFunction, rows: DataFrame) =
    rows.withColumn("n", n(col("n")))

  /** The tasks that run, by executor, and how many were lost with one. */
  private object tasks extends SparkListener {
    private val running = new ConcurrentHashMap[Long, String]
    val lost = new AtomicInteger

    override def onTaskStart(start: SparkListenerTaskStart): Unit =
      running.put(start.taskInfo.taskId, start.taskInfo.executorId)

    override def onTaskEnd(end: SparkListenerTaskEnd): Unit = {
      running.remove(end.taskInfo.taskId)
      if (end.reason.isInstanceOf[ExecutorLostFailure]) lost.incrementAndGet()
    }

    def busy: Set[String] = running.values.asScala.toSet
  }

  private val executorId = "--executor-id\u0000(\\w+)".r.unanchored

  /** Kills an executor that has a task, once there is one. */
  private def killExecutor(random: Random): Unit = {
    // ProcessHandle does not tell arguments as long as class paths are.
    def isBusy(process: ProcessHandle): Boolean =
      Try(Files.readString(Paths.get(s"/proc/${process.pid}/cmdline"))).toOption.exists {
        case executorId(id) => tasks.busy(id)
        case _              => false
      }
    val deadline = System.nanoTime + TimeUnit.MINUTES.toNanos(1)
    val busy = Iterator
      .continually {
        Thread.sleep(5)
        ProcessHandle.current().children().iterator().asScala.toSeq.filter(isBusy)
      }
      .dropWhile(_.isEmpty && System.nanoTime < deadline)
      .next()
      .sortBy(_.pid)
    require(busy.nonEmpty, "no executor had a task for a minute")
    busy(random.nextInt(busy.size)).destroyForcibly()
  }

  private def assertWhole(path: Path): Unit = {
    assertSameObjects(path, reference)
    assert(files(path.getParent) === Seq("store.zarr"), "nothing is left beside the store")
    assertSame(load(path), winds(times, side, side))
  }

  test("executors killed at 20 moments of writes leave the stores of writes without faults") {
    reference
    var kills = 0
    for (seed <- 1 to 5) {
      val random = new Random(seed)
      val moments = Seq.fill(4)(1 + random.nextInt(2 * times - 20))
      withClue(s"seed $seed, killed when so many chunks were there: $moments: ") {
        val path = newPath()
        val progress = new WriteProgress(path.getParent, moments)(() => killExecutor(random))
        try
          if (seed % 2 == 0) {
            val slow = on(FaultyRows.slow(50, 10000), clustered(winds(times, side, side)))
            write(slow, path, "errorifexists", chunks, "clustered" -> "true")
          } else
            withSettings("spark.sql.adaptive.enabled" -> (seed % 4 == 1).toString) {
              val rows = winds(times, side, side).repartition(4, rand(seed))
              rows.write
                .format("zarr")
                .options(Map("dims" -> "time,lat,lon", chunks))
                .save("rec://" + path)
            }
        finally progress.close()
        assert(progress.reached === moments.size)
        kills += progress.reached
        assertWhole(path)
      }
    }
    assert(kills === 20)
    info(s"${tasks.lost} tasks were lost with their executors")
    assert(tasks.lost.get >= 10)
  }

  test("a task that fails after it has put objects is tried again and puts the same") {
    for (number <- Seq(1, times * 10000 - 9999, 290000)) {
      val path = newPath()
      val rows = on(FaultyRows.failing(number, 2), clustered(winds(times, side, side)))
      write(rows, path, "errorifexists", chunks, "clustered" -> "true")
      assertWhole(path)
    }
  }

  test("a task that fails for good leaves the old store, or none") {
    val path = newPath()
    val failing = on(
      FaultyRows.failing(290001, Int.MaxValue),
      clustered(winds(times, side, side))
    )
    val text =
      messages(write(failing, path, "errorifexists", chunks, "clustered" -> "true"))
    assert(text.contains("attempt 19 fails"), text)
    assert(files(path.getParent) === Nil)
    write(winds(2, 3, 4), path, "errorifexists")
    val old = objects(path)
    messages(write(failing, path, "overwrite", chunks, "clustered" -> "true"))
    assert(objects(path) === old)
    assert(files(path.getParent) === Seq("store.zarr"))
    write(winds(times, side, side), path, "overwrite", chunks)
    assertWhole(path)
  }

  test("a region of a template whose executors are killed ends as if they had not been") {
    val path = newPath()
    write(winds(times, side, side), path, "errorifexists", chunks, "template" -> "true")
    val rows = on(FaultyRows.slow(50, 10000), clustered(winds(times, side, side)))
    val random = new Random(7)
    val progress =
      new WriteProgress(path.getParent, Seq(10, 40))(() => killExecutor(random))
    try write(rows, path, "append", "region" -> "true", "clustered" -> "true")
    finally progress.close()
    assert(progress.reached === 2)
    assertWhole(path)
  }
}
