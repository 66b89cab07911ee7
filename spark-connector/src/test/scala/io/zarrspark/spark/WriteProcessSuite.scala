package io.zarrspark.spark

import java.nio.file.Files
import java.nio.file.Path
import org.apache.spark.sql.functions.expr
import scala.sys.process._
import scala.util.Random

/** Drivers that are killed, disks that are full and heaps that are small. */
class WriteProcessSuite extends WritingSuite {
  private val side = 8
  private val chunks = s"chunks=1,$side,$side"

  private def fork(arguments: Any*): ForkedWrite =
    new ForkedWrite(Nil, "-Xmx512m", arguments.map(_.toString))

  /** Starts a write and kills it when so many chunks lie below the directory. */
  private def killed(path: Path, chunks: Int, arguments: Any*): Unit = {
    val driver = fork(path +: arguments: _*)
    try {
      val progress = new WriteProgress(path.getParent, Seq(chunks))(() => driver.kill())
      try driver.await()
      finally progress.close()
      assert(progress.reached === 1, driver.output)
      assert(driver.await() === 137, "it was killed, and had not come to its end")
    } finally driver.close()
  }

  private def stored(times: Int): Path = {
    val path = newPath()
    write(winds(times, side, side), path, "errorifexists", "chunks" -> s"1,$side,$side")
    path
  }

  test("a driver killed while it replaces a store leaves the old one; the next replaces it") {
    val expected = stored(20)
    val random = new Random(1)
    val path = newPath()
    write(winds(2, 3, 4), path, "errorifexists")
    val old = objects(path)
    // The last moment is that all chunks are there, and none of them is published.
    for (moment <- Seq(1 + random.nextInt(20), 21 + random.nextInt(15), 2 * 20)) {
      withClue(s"killed at $moment chunks: ") {
        val there = WriteProgress.chunks(path.getParent)
        killed(path, there + moment, "overwrite", 0, 20, side, 60, chunks, "clustered=true")
        assert(objects(path) === old)
        assertSame(load(path), winds(2, 3, 4))
        val rest = files(path.getParent).filterNot(_ == "store.zarr")
        assert(rest.nonEmpty && rest.forall(_.matches("\\.store\\.zarr\\.[0-9a-f]+\\.tmp")), rest)
      }
    }
    write(winds(20, side, side), path, "overwrite", "chunks" -> s"1,$side,$side")
    assertSameObjects(path, expected)
  }

  test(
    "a driver killed while it appends leaves the store as it was; the next append goes through"
  ) {
    val expected = stored(40)
    val path = stored(20)
    val old = objects(path)
    for (moment <- Seq(1 + new Random(2).nextInt(35), 2 * 20)) {
      val there = old.keys.count(_.matches(".*/c/[0-9/]+"))
      Files.walk(path).toArray.map(_.asInstanceOf[Path]).foreach { file =>
        val key = path.relativize(file).toString
        if (Files.isRegularFile(file) && !old.contains(key)) Files.delete(file)
      }
      killed(path, there + moment, "append", 20, 40, side, 60, "clustered=true")
      assert(old.forall { case (key, bytes) => objects(path)(key) === bytes })
      assertSame(load(path), winds(20, side, side))
    }
    write(winds(40, side, side).where("time >= '2020-01-06'"), path, "append")
    assertSame(load(path), winds(40, side, side))
    assertSameObjects(path, expected)
  }

  test("files that may not become that large fail the write, which leaves the old store") {
    val path = newPath()
    write(winds(2, 3, 4), path, "errorifexists")
    val old = objects(path)
    // 4 MiB, since zstd-jni unpacks its library; an object of 1100 x 1100 floats takes more.
    val bytes = """{"name": "bytes", "configuration": {"endian": "little"}}"""
    val plain = s"""{"t2m": {"codecs": [$bytes]}}"""
    val driver = new ForkedWrite(
      Seq("bash", "-c", "ulimit -f 4096; exec \"$@\"", "bash"),
      "-Xmx512m",
      Seq(path.toString, "overwrite", "0", "2", "1100", "0") ++
        Seq("chunks=1,1100,1100", "clustered=true", s"encoding=$plain")
    )
    try {
      assert(driver.await() !== 0)
      assert(
        """Cannot write chunk c/[01]/0/0 of .*File too large""".r
          .findFirstIn(driver.output)
          .nonEmpty,
        driver.output
      )
    } finally driver.close()
    assert(objects(path) === old)
    assert(files(path.getParent) === Seq("store.zarr"), "nothing is left beside the store")
  }

  test("a full disk fails the write, names the object and leaves the old store") {
    val disk = newDirectory()
    def mount(options: String): Int =
      Process(Seq("mount", "-t", "tmpfs", "-o", options, "tmpfs", disk.toString))
        .!(ProcessLogger(_ => ()))
    assume(mount("size=2m") == 0, "a small disk cannot be mounted here, which takes root")
    try {
      val path = disk.resolve("store.zarr")
      write(winds(2, 3, 4), path, "errorifexists")
      val old = objects(path)
      // What hardly compresses.
      val rows = winds(20, 200, 200).withColumn("t2m", expr("cast(xxhash64(n) as float)"))
      val text = messages(write(rows, path, "overwrite", "chunks" -> "1,200,200"))
      assert(text.contains("No space left on device"), text)
      assert(
        """Cannot write chunk c/\d+/0/0 of .*/new/(t2m|n): """.r.findFirstIn(text).nonEmpty,
        text
      )
      assert(objects(path) === old)
      assert(files(disk) === Seq("store.zarr"), "nothing is left beside the store")
      assert(mount("remount,size=64m") === 0)
      write(rows, path, "overwrite", "chunks" -> "1,200,200")
      val first = "time < '2020-01-01 06:00:00'"
      assertSame(load(path).where(first), rows.where(first))
    } finally Process(Seq("umount", disk.toString)).!
  }

  test("ten times the rows fit the same heap, which is smaller than they are") {
    def peak(times: Int): Long = {
      val driver = new ForkedWrite(
        Nil,
        "-Xmx480m",
        Seq(newPath().toString, "errorifexists", "0", s"$times", "250", "0", "chunks=4,250,250")
      )
      try {
        assert(driver.await() === 0, driver.output)
        """peak of live heap: (\d+) MB""".r.findFirstMatchIn(driver.output).get.group(1).toLong
      } finally driver.close()
    }
    // A million rows, and ten: more than the heap as Spark holds rows, which spills them. Nothing may be concluded
    // from the figures of the first, since a heap that never fills up is never collected.
    val (once, tenfold) = (peak(16), peak(160))
    info(s"live heap: $once MB for 1 million rows, $tenfold MB for 10 million")
  }
}
