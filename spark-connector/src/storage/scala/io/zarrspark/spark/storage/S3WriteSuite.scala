package io.zarrspark.spark.storage

import io.zarrspark.spark.storage.FaultyProxy.Fault
import io.zarrspark.spark.storage.FaultyProxy.Request
import java.nio.file.Path
import org.apache.spark.sql.DataFrame
import scala.jdk.CollectionConverters._

/** Writes to an S3 server that is counted, overloaded and broken. */
class S3WriteSuite extends S3ServerSuite("zarr-write", None) {
  private val times = 6
  private val chunks = "chunks" -> "1,4,5"

  private lazy val rows = winds(times, 4, 5)

  private lazy val reference: Path = {
    val path = newPath()
    write(rows, path, "errorifexists", chunks)
    path
  }

  private def put(rows: DataFrame, key: String, mode: String, options: (String, String)*): Unit =
    rows.write
      .format("zarr")
      .mode(mode)
      .options(Map("dims" -> "time,lat,lon") ++ options)
      .save(s"s3a://$bucket/$key")

  private def stored(key: String): Map[String, Seq[Byte]] = {
    val opened = store(key)
    opened.list("").asScala.map(name => name -> opened.get(name).get.toSeq).toMap
  }

  private def isPut(name: String): Request => Boolean =
    r => r.method == "PUT" && r.path.endsWith(name)

  /** How many requests of which kind. */
  private def summary(made: Seq[String]): String =
    made
      .map(_.takeWhile(_ != ' '))
      .groupBy(identity)
      .map { case (kind, some) => s"$kind ${some.size}" }
      .toSeq
      .sorted
      .mkString(", ")

  test("a write is one PUT for each object, and few requests beside") {
    val made = requests(put(rows, "counted", "errorifexists", chunks))
    val puts = made.filter(_.startsWith("PUT ")).map(_.stripPrefix("PUT counted/"))
    val others = made.filterNot(_.startsWith("PUT "))
    info(summary(made))
    assert(puts.filter(_.nonEmpty).sorted === objects(reference).keys.toSeq.sorted)
    assert(
      puts.last === "zarr.json",
      "the group's metadata makes the store visible, and is put last"
    )
    assert(stored("counted") === objects(reference))
    // The number of other requests does not follow that of objects; Hadoop 3.3 lists before each
    // PUT and deletes the markers of directories after it, of itself.
    val perPut = if (S3Tests.isHadoop33) 2 else 0
    val fewer = requests(put(winds(2, 4, 5), "fewer", "errorifexists", chunks))
    val fewerPuts = fewer.count(_.startsWith("PUT "))
    assert(fewerPuts < puts.size)
    assert(fewer.size - fewerPuts * (1 + perPut) === others.size - puts.size * perPut)
  }

  test("an append is one PUT for each new object, and few requests beside") {
    put(winds(4, 4, 5), "appended", "errorifexists", chunks)
    val made = requests(put(rows.where("time >= '2020-01-02'"), "appended", "append"))
    val puts = made.filter(_.startsWith("PUT ")).map(_.stripPrefix("PUT appended/"))
    info(summary(made))
    assert(puts.size === puts.toSet.size)
    assert(puts.filter(_.matches("(t2m|n)/c/.*")).size === 2 * 2)
    assert(stored("appended").keySet === objects(reference).keySet)
    assertSame(s3("appended"), rows)
  }

  for (fault <- Seq(Fault.SLOW_DOWN, Fault.INTERNAL_ERROR, Fault.RESET)) {
    test(s"$fault of puts now and then is recovered from") {
      val key = s"recovered-$fault"
      proxy.reset()
      proxy.fail(r => isPut("/c/3/0/0")(r), fault, 2)
      proxy.fail(r => isPut("/n/zarr.json")(r), fault, 2)
      proxy.fail(r => isPut(s"/$key/zarr.json")(r), fault, 1)
      put(rows, key, "errorifexists", chunks)
      assert(proxy.requests.asScala.count(isPut("/c/3/0/0")) === 4, "two objects, two faults")
      proxy.reset()
      assert(stored(key) === objects(reference))
    }

    test(s"$fault of a put for good names the object, and there is no store") {
      val key = s"failed-$fault"
      proxy.reset()
      proxy.fail(r => isPut("/t2m/c/3/0/0")(r), fault, 1000000)
      val text = messages(put(rows, key, "errorifexists", chunks))
      assert(text.contains(s"Cannot write s3a://$bucket/$key/t2m/c/3/0/0: "), text)
      proxy.reset()
      assert(stored(key) === Map.empty)
      put(rows, key, "errorifexists", chunks)
      assert(stored(key) === objects(reference))
    }
  }

  test("metadata that cannot be put leaves no store, and an old one as it was when appending") {
    proxy.reset()
    proxy.fail(r => isPut("/unseen/zarr.json")(r), Fault.SLOW_DOWN, 1000000)
    val text = messages(put(rows, "unseen", "errorifexists", chunks))
    assert(text.contains(s"s3a://$bucket/unseen/zarr.json"), text)
    proxy.reset()
    assert(stored("unseen") === Map.empty)

    put(winds(4, 4, 5), "kept", "errorifexists", chunks)
    val old = stored("kept")
    val more = rows.where("time >= '2020-01-02'")
    proxy.fail(r => isPut("/n/c/5/0/0")(r), Fault.SLOW_DOWN, 1000000)
    val appended = messages(put(more, "kept", "append"))
    assert(appended.contains(s"Cannot write s3a://$bucket/kept/n/c/5/0/0: "), appended)
    proxy.reset()
    assert(stored("kept") === old)
    proxy.fail(r => isPut("/kept/zarr.json")(r), Fault.SLOW_DOWN, 1000000)
    messages(put(more, "kept", "append"))
    proxy.reset()
    assertSame(s3("kept"), winds(4, 4, 5))
    put(more, "kept", "append")
    assertSame(s3("kept"), rows)
    assert(stored("kept") === objects(reference))
  }

  test("where nothing can be deleted, the rest of a failed write is no store") {
    proxy.reset()
    proxy.fail(r => isPut("/n/c/5/0/0")(r), Fault.INTERNAL_ERROR, 1000000)
    proxy.fail(r => r.method == "DELETE" || r.query.startsWith("delete"), Fault.FORBIDDEN, 1000000)
    val text = messages(put(rows, "rest", "errorifexists", chunks))
    assert(text.contains(s"Cannot write s3a://$bucket/rest/n/c/5/0/0: "), text)
    proxy.reset()
    assert(stored("rest").nonEmpty && !stored("rest").contains("zarr.json"))
    messages(s3("rest"))
    assert(
      messages(put(rows, "rest", "errorifexists", chunks)).contains(
        "the rest of a write that failed"
      )
    )
    put(rows, "rest", "overwrite", chunks)
    assert(stored("rest") === objects(reference))
  }
}
