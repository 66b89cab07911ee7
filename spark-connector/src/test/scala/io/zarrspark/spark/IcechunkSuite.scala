package io.zarrspark.spark

import _root_.io.zarrspark.spark.io.icechunk.IcechunkRepository
import _root_.io.zarrspark.spark.io.icechunk.IcechunkRepository.RefKind
import _root_.io.zarrspark.store.LocalStore
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.Paths
import java.nio.file.StandardCopyOption
import org.apache.spark.sql.DataFrame
import scala.jdk.CollectionConverters._

/** Repositories of Icechunk, in both versions of its specification: see the README beside them. */
class IcechunkSuite extends SparkSuite {
  private val fixtures: Path = Paths.get("src/test/resources/icechunk").toAbsolutePath

  override protected def settings: Map[String, String] =
    Map("spark.hadoop.fs.rec.impl" -> classOf[RecordingFileSystem].getName)

  private def read(path: String, options: (String, String)*): DataFrame =
    spark.read.format("zarr").options(options.toMap).load(path)

  private def air(path: String, options: (String, String)*): DataFrame =
    read(path, options :+ ("variables" -> "air"): _*)

  private def cells(table: DataFrame): Map[(Long, Long, Long), Float] =
    table
      .select("t", "_index_y", "_index_x", "air")
      .collect()
      .map(row => (row.getLong(0), row.getLong(1), row.getLong(2)) -> row.getFloat(3))
      .toMap

  private def expected(times: Int, first: Float => Float = identity) =
    (for (t <- 0 until times; y <- 0 until 4; x <- 0 until 6)
      yield {
        val isStored = t < 2 || t == 2 && y > 1 || t > 3
        val value = if (isStored) 100f * t + 10 * y + x else -1f
        (10L * t, y.toLong, x.toLong) -> (if (t == 0) first(value) else value)
      }).toMap

  /** Of all causes. */
  private def messageOf(body: => Any): String =
    Iterator
      .iterate(intercept[Throwable](body))(_.getCause)
      .takeWhile(_ != null)
      .map(_.getMessage)
      .mkString("\n")

  /** A repository of a test's own, whose files nobody has read yet. */
  private def copyOf(version: String): Path = {
    val copy = newDirectory()
    files(fixtures.resolve(version)).foreach { case (name, bytes) =>
      Files.createDirectories(copy.resolve(name).getParent)
      Files.write(copy.resolve(name), bytes.toArray)
    }
    copy
  }

  private def files(folder: Path): Map[String, Seq[Byte]] = {
    val walk = Files.walk(folder)
    try
      walk.iterator.asScala
        .filter(Files.isRegularFile(_))
        .map(file => folder.relativize(file).toString -> Files.readAllBytes(file).toSeq)
        .toMap
    finally walk.close()
  }

  for (version <- Seq("version1", "version2")) {
    val path = s"$fixtures/$version"

    test(s"$version: the branch main is read, chunks that are not stored as the fill value") {
      assert(cells(air(path)) === expected(6))
      assert(cells(air(s"icechunk://::$path")) === expected(6))
      assert(cells(air(path, "branch" -> "main")) === expected(6))
      assert(cells(air(path).where("t >= 30 and _index_y = 2")).size === 3 * 6)
    }

    test(s"$version: other branches, tags and snapshots are read") {
      assert(cells(air(path, "branch" -> "dev")) === expected(4, _ => 7f))
      assert(cells(air(path, "tag" -> "v1")) === expected(4))
      val repository = IcechunkRepository.find(new LocalStore(Paths.get(path))).get
      val id = repository.snapshot(RefKind.TAG, "v1").get
      val plan = air(path, "tag" -> "v1").queryExecution.executedPlan.toString
      assert(plan.contains(s"$version@$id"), plan)
      assert(cells(air(path, "snapshotId" -> id)) === expected(4))
      assert(cells(air(path, "snapshotId" -> id.toLowerCase)) === expected(4))
      assert(cells(air(s"icechunk@$id://::$path")) === expected(4))
    }

    test(s"$version: SQL reads a tag") {
      spark.sql(
        s"CREATE OR REPLACE TEMPORARY VIEW tagged USING zarr OPTIONS (path '$path', tag 'v1', variables 'air')"
      )
      assert(spark.sql("SELECT count(*), max(air) FROM tagged").head.toSeq === Seq(96L, 235f))
    }

    test(s"$version: nodes of groups are read, and shards") {
      val expected = (0 until 24).map(n => (n / 6L, n % 6L, n))
      for (
        rain <- Seq(
          read(path, "group" -> "surface ä/daily"),
          read(path, "group" -> "/surface ä/daily/rain/"),
          read(s"icechunk://surface ä/daily::$path")
        )
      )
        assert(
          rain
            .collect()
            .map(row => (row.getLong(0), row.getLong(1), row.getShort(2).toInt))
            .toSet ===
            expected.toSet
        )
      assert(read(path, "variables" -> "height").head.toSeq === Seq(1.5))
    }

    test(s"$version: what is in a repository is listed") {
      val arrays = read(path, "inspect" -> "arrays").select("path").collect().map(_.getString(0))
      assert(arrays.toSet === Set("t", "air", "height", "surface ä/daily/rain"))
      val chunks = read(path, "inspect" -> "chunks", "variables" -> "air").where("present")
      assert(chunks.agg("bytes" -> "sum", "*" -> "count").head.toSeq === Seq(9 * 48L, 9L))
    }

    test(s"$version: a name that there is not is told, with those that there are") {
      val branch = messageOf(read(path, "branch" -> "devel"))
      assert(
        branch.contains(
          "The option branch is \"devel\" but must be one of those in the Icechunk repository " +
            s"file:$path: [dev, main]"
        ),
        branch
      )
      val tag = messageOf(read(path, "tag" -> "wrong"))
      assert(tag.contains("The option tag is \"wrong\" but must be one of"), tag)
      assert(tag.contains(s"file:$path: [v1]"), tag)
      val id = messageOf(read(path, "snapshotId" -> "0000000000000000000G"))
      assert(id.contains("snapshots/0000000000000000000G does not exist"), id)
      val noId = messageOf(read(path, "snapshotId" -> "../repo"))
      assert(noId.contains("The option snapshotId is \"../repo\" but must be the id of a"), noId)
      val both = messageOf(read(path, "tag" -> "v1", "branch" -> "main"))
      assert(both.contains("The options [branch, tag] name several snapshots"), both)
    }

    test(s"$version: a chunk that is nowhere is an error, stored in the repository or elsewhere") {
      val far = messageOf(read(path, "branch" -> "dev", "variables" -> "far").collect())
      assert(far.contains("far/c/0 refers to: "), far)
      assert(far.contains("/no/such/fol der/far.bin"), far)
      val copy = copyOf(version)
      files(copy).keys
        .filter(_.startsWith("chunks/"))
        .foreach(name => Files.delete(copy.resolve(name)))
      val lost = messageOf(air(copy.toString).collect())
      assert(lost.contains("Cannot read what "), lost)
      assert("/chunks/[0-9A-Z]{20}".r.findFirstIn(lost).isDefined, lost)
      assert(lost.contains("does not exist"), lost)
    }

    test(s"$version: manifests are read once, and only those that a filter needs") {
      val copy = copyOf(version)
      RecordingFileSystem.reset()
      def manifests = RecordingFileSystem.opened().asScala.filter(_.contains("/manifests/"))
      val table = air(s"rec:$copy", "maxPartitionBytes" -> "100")
      assert(table.rdd.getNumPartitions > 4)
      assert(table.where("_index_t < 2").select("air").collect().length === 48)
      val first = manifests.size
      assert(first <= 2, "one of air, and that of t")
      assert(table.where("_index_t < 3").select("air").collect().length === 72)
      assert(manifests.size === first + 1)
      assert(cells(table) === expected(6))
      assert(manifests.toSet.size === 4)
      assert(manifests.size === 4)
      val snapshots = RecordingFileSystem.opened().asScala.filter(_.contains("/snapshots/"))
      assert(snapshots.size === 1)
    }

    test(s"$version: nothing is written into a repository") {
      val copy = copyOf(version)
      val before = files(copy)
      val rows = spark.range(3).selectExpr("id AS x", "id * 2 AS v")
      def write(mode: String, options: Map[String, String]): Unit =
        rows.write
          .format("zarr")
          .mode(mode)
          .option("dims", "x")
          .options(options)
          .save(copy.toString)
      val refusal =
        s"Cannot write into the Icechunk repository file:$copy: repositories are only read here"
      for (options <- Seq(Map.empty[String, String], Map("branch" -> "main"))) {
        for (mode <- Seq("overwrite", "append")) {
          val message = messageOf(write(mode, options))
          assert(message.contains(refusal), s"$mode $options: $message")
        }
        assert(messageOf(write("errorifexists", options)).contains("ALREADY_EXISTS"))
        write("ignore", options)
      }
      for (mode <- Seq("errorifexists", "overwrite", "append", "ignore")) {
        val message = messageOf(write(mode, Map("group" -> "new")))
        assert(message.contains(refusal), s"$mode: $message")
      }
      assert(files(copy) === before)
    }

    test(s"$version: a truncated file is an error that names it") {
      val copy = copyOf(version)
      for (
        folder <- Seq("manifests", "snapshots"); (name, bytes) <- files(copy)
        if name.startsWith(folder)
      )
        Files.write(copy.resolve(name), bytes.take(bytes.size - 20).toArray)
      val message = messageOf(air(copy.toString).collect())
      assert(message.contains(s"Cannot read $copy/snapshots/"), message)
      assert(message.contains("the file is corrupt: it does not decompress"), message)
    }
  }

  test("a table keeps the snapshot that it was made from, whatever is committed in between") {
    val copy = copyOf("version1")
    val main = copy.resolve("refs/branch.main/ref.json")
    val before = air(copy.toString)
    Files.copy(copy.resolve("refs/tag.v1/ref.json"), main, StandardCopyOption.REPLACE_EXISTING)
    assert(cells(air(copy.toString)) === expected(4))
    assert(before.count() === 6 * 24)
    assert(cells(before) === expected(6))
  }

  test("tasks do not look at branches") {
    val copy = copyOf("version2")
    val table = air(copy.toString)
    Files.delete(copy.resolve("repo"))
    assert(cells(table) === expected(6))
  }

  test("a repository of a version to come is refused") {
    val copy = copyOf("version2")
    val repo = Files.readAllBytes(copy.resolve("repo"))
    repo(36) = 3
    Files.write(copy.resolve("repo"), repo)
    val message = messageOf(read(copy.toString))
    assert(
      message.contains(
        s"Cannot read $copy/repo: it is of version 3 of Icechunk's specification; known are 1 and 2"
      ),
      message
    )
  }

  test("a file that is called repo makes no repository") {
    val folder = newDirectory()
    Files.writeString(folder.resolve("repo"), "something else")
    spark
      .range(3)
      .selectExpr("id AS x", "id * 2 AS v")
      .write
      .format("zarr")
      .option("dims", "x")
      .mode("overwrite")
      .save(s"$folder")
    assert(read(s"$folder").count() === 3)
  }

  test("an option of repositories where there is none is an error") {
    val message = messageOf(read(s"$examples/coads.zarr", "branch" -> "main"))
    assert(
      message.contains(
        "coads.zarr is no Icechunk repository: it has neither a file repo of Icechunk nor"
      ),
      message
    )
    val zip = messageOf(read("/none/a.zip", "tag" -> "v1"))
    assert(
      zip.contains(
        "The option tag names a version of an Icechunk repository, but zip://::file:/none/a.zip is none"
      ),
      zip
    )
  }
}
