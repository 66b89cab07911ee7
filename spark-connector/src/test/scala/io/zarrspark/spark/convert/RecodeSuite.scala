package io.zarrspark.spark.convert

import java.nio.file.Files
import scala.util.Random

import io.zarrspark.spark.TestArray
import org.apache.spark.scheduler.SparkListener
import org.apache.spark.scheduler.SparkListenerTaskEnd

class RecodeSuite extends ConvertSuite {
  private val zstd =
    "{\"name\":\"bytes\",\"configuration\":{\"endian\":\"little\"}},{\"name\":\"zstd\",\"configuration\":{\"level\":1,\"checksum\":false}}"

  test("chunks and shards of any shape become those of any other, cell by cell") {
    val random = new Random(7)
    for (round <- 0 until 48) {
      val rank = 1 + random.nextInt(3)
      val shape = Array.fill(rank)(1 + random.nextInt(40).toLong)
      def chunk() = Array.fill(rank)(1 + random.nextInt(15))
      val inner = chunk()
      val source = newDirectory()
      TestArray.writeGroup(source, "", "{\"title\":\"random\"}")
      val array =
        TestArray.of("int16", shape: _*).dims((0 until rank).map("d" + _): _*).codecs(zstd)
      val outer = inner.map(_ * (1 + random.nextInt(3)))
      val isSharded = random.nextBoolean()
      val cut =
        if (isSharded) array.chunks(outer: _*).inner(inner: _*) else array.chunks(inner: _*)
      val isIrregular = random.nextInt(3) == 0
      randomArray(
        random,
        if (isIrregular) cut.randomExtents(random.self, 30) else cut,
        source
      )
      val target = newDirectory().resolve("t")
      // Blocks that stay as they are, but for their compression, go another way.
      val newChunk = if (random.nextInt(3) == 0) inner else chunk()
      val newOuter =
        if (isSharded && (newChunk eq inner)) outer else newChunk.map(_ * (1 + random.nextInt(3)))
      val shards = if (random.nextBoolean()) "none" else newOuter.mkString(",")
      // So little that units are single objects.
      val cellsHeld = (if (isSharded) outer else inner).product + newOuter.product
      val memory =
        if (isIrregular || random.nextBoolean()) Nil
        else Seq("--memory-per-task", (2 * 6 * cellsHeld).toString)
      val clue = s"round $round: ${shape.mkString("x")} to ${newChunk.mkString("x")} in $shards"
      val run =
        convert(
          Seq(
            "recode",
            source.toString,
            target.toString,
            "--chunks",
            newChunk.mkString(","),
            "--shards",
            shards,
            "--compressor",
            if (random.nextBoolean()) "zstd:3" else "gzip:1"
          ) ++ memory: _*
        )
      withClue(clue) {
        assertSameCells(cells(source, "a"), cells(target, "a"))
        assert(open(target, "a").blockShape === newChunk)
        assert(!files(target).exists(_.startsWith(".zarr-convert")))
        assert(run.report.get("objects_stored").asInt === files(target).count(_.startsWith("a/c")))
      }
    }
  }

  test("example stores keep their attributes, consolidated metadata and codecs") {
    val target = newDirectory().resolve("t")
    convert("recode", examples.resolve("coads.zarr").toString, target.toString)
    assert(files(target) === files(examples.resolve("coads.zarr")))
    for (name <- Seq("", "SST", "lat"))
      assert(
        io.zarrspark.`type`.Json
          .parse(Files.readAllBytes(target.resolve(name).resolve("zarr.json"))) ===
          io.zarrspark.`type`.Json.parse(
            Files.readAllBytes(examples.resolve("coads.zarr").resolve(name).resolve("zarr.json"))
          )
      )
    assertSameCells(cells(examples.resolve("coads.zarr"), "SST"), cells(target, "SST"))
  }

  test("what does not fit one pass goes through an intermediate array, and the plan says so") {
    val source = newDirectory()
    TestArray
      .of("int32", 256, 64, 64)
      .chunks(1, 64, 64)
      .dims("time", "lat", "lon")
      .codecs(zstd)
      .write(source, "", index => index(0) * 4096 + index(1) * 64 + index(2))
    val target = newDirectory().resolve("t")
    val run = convert(
      "recode",
      source.toString,
      target.toString,
      "--chunks",
      "time=all,lat=4,lon=4",
      "--memory-per-task",
      "400k"
    )
    val plan = run.report.get("arrays").get(0)
    assert(plan.get("passes").asInt === 2)
    assert(run.console.contains("through an intermediate array: chunks ["))
    assert(
      run.console.contains("since one pass within the memory of a task would decode every block ")
    )
    assertSameCells(cells(source, ""), cells(target, ""))
    assert(!files(target).exists(_.startsWith(".zarr-convert")))
  }

  test("a plan that does not fit into memory is refused before anything is written") {
    val source = newDirectory()
    TestArray.of("int32", 256, 64, 64).chunks(1, 64, 64).writeMetadata(source, "")
    val target = newDirectory().resolve("t")
    val message = refusal(
      "recode",
      source.toString,
      target.toString,
      "--chunks",
      "256,64,64",
      "--memory-per-task",
      "4m"
    )
    assert(
      message.matches(
        "The plan needs 21\\.\\d MB per task for the array, whose chunks of 4\\.2 MB are written as a whole, but there is 4\\.2 MB per task \\(60 % of a heap of .*, 2 tasks at a time\\)\\. Give more of the driver's memory \\(--driver-memory\\), or fewer tasks at a time \\(--master local\\[N\\]\\), or choose smaller ones \\(--chunks\\)"
      ),
      message
    )
    assert(!Files.exists(target))
  }

  test("a dry run writes nothing and prints the plan") {
    val target = newDirectory().resolve("t")
    val run = convert(
      "recode",
      examples.resolve("navy_winds.zarr").toString,
      target.toString,
      "--chunks",
      "time=all,lat=4,lon=12",
      "--shards",
      "none",
      "--dry-run"
    )
    assert(!Files.exists(target))
    assert(
      run.console.contains(
        "UWND: chunks [12, 19, 36] in shards [36, 76, 144] -> chunks [132, 4, 12], 2.0 MB to read, 5.6 MB to write before coding, each block decoded"
      ),
      run.console
    )
    assert(run.report.get("dry_run").asBoolean)
  }

  test("values become another data type, and one that has no value there stops it") {
    val source = newDirectory()
    TestArray
      .of("int32", 10, 10)
      .chunks(4, 4)
      .fill("7")
      .write(source, "", index => index(0) * 30 + index(1))
    val target = newDirectory().resolve("t")
    convert("recode", source.toString, target.toString, "--data-type", "float64")
    assert(open(target, "").dataType.zarrName === "float64")
    assert(open(target, "").metadata.fillValue.toString === "7.0")
    assert(
      (0 until 100).forall(i =>
        java.lang.Double.longBitsToDouble(cells(target, "").stored(i)) == (i / 10) * 30 + i % 10
      )
    )
    val narrow = newDirectory().resolve("t")
    val message = refusal("recode", source.toString, narrow.toString, "--data-type", "uint8")
    // Several tasks meet such a cell; any of them may be the first.
    val start = s"recode file:$source has stopped: Cannot convert $source to uint8: the cell [9, "
    val end =
      s", which is not representable. Choose a wider --data-type. What is finished is kept in file:$narrow: run the same command again to go on, or delete it"
    assert(message.startsWith(start) && message.endsWith(end), message)
    assert(!Files.exists(narrow.resolve("zarr.json")))
  }

  test("another fill value changes no cell") {
    val source = newDirectory()
    TestArray
      .of("int16", 20, 20)
      .chunks(5, 5)
      .fill("3")
      .write(source, "", index => if (index(0) < 10) 3L else index(1))
    val target = newDirectory().resolve("t")
    val run = convert("recode", source.toString, target.toString, "--fill-value", "-1")
    assert(run.report.get("objects_stored").asInt === 16)
    assert(open(target, "").metadata.fillValue.toString === "-1")
    assertSameCells(cells(source, ""), cells(target, ""))
  }

  test("source and target apart, the target empty") {
    val source = newDirectory().resolve("s")
    TestArray.of("int16", 4).write(source, "", index => index(0) + 1)
    assert(
      refusal(
        "recode",
        source.toString,
        source.toString
      ) === s"Source and target are both file:$source. Choose another target"
    )
    assert(
      refusal(
        "recode",
        source.toString,
        source.resolve("x").toString
      ) === s"Of the source file:$source and the target file:$source/x one lies in the other. Choose a target outside"
    )
    val target = newDirectory()
    TestArray.of("int16", 4).write(target, "", index => index(0) + 1)
    assert(
      refusal(
        "recode",
        source.toString,
        target.toString
      ) === s"file:$target exists already (zarr.json). Delete it, or choose another target"
    )
    val other = newDirectory()
    Files.createDirectories(other.resolve("data"))
    assert(
      refusal(
        "recode",
        source.toString,
        other.toString
      ) === s"file:$other is not empty: it holds data. Empty it, or choose another target"
    )
  }

  test("a source that changes under the conversion leaves the target unpublished") {
    val source = newDirectory().resolve("s")
    TestArray.of("int16", 4000).chunks(10).write(source, "", index => index(0) + 1)
    val target = newDirectory().resolve("t")
    val touch = new SparkListener {
      override def onTaskEnd(end: SparkListenerTaskEnd): Unit =
        Files.write(source.resolve("c/7"), Array.fill[Byte](20)(1))
    }
    spark.sparkContext.addSparkListener(touch)
    val message =
      try refusal("recode", source.toString, target.toString, "--chunks", "7")
      finally spark.sparkContext.removeSparkListener(touch)
    assert(
      message === s"file:$source has changed while it was converted, so file:$target may hold some of both and was not published. Delete it and convert again"
    )
    assert(!Files.exists(target.resolve("zarr.json")))
    assert(
      refusal(
        "recode",
        source.toString,
        target.toString,
        "--chunks",
        "7"
      ) === s"file:$target holds an unfinished conversion of file:$source as it was before it changed. Delete it to start anew, or choose another target"
    )
  }

  test("metadata appears once all chunks are there, and a stopped conversion is gone on with") {
    val source = newDirectory().resolve("s")
    TestArray.of("int16", 40000).chunks(1000).write(source, "", index => index(0) + 1)
    val target = newDirectory().resolve("t")
    @volatile var ended = 0
    @volatile var sawMetadata = false
    val cancel = new SparkListener {
      override def onTaskEnd(end: SparkListenerTaskEnd): Unit = {
        ended += 1
        sawMetadata |= Files.exists(target.resolve("zarr.json"))
        if (ended == 1) spark.sparkContext.cancelAllJobs()
      }
    }
    spark.sparkContext.addSparkListener(cancel)
    val message =
      try refusal("recode", source.toString, target.toString, "--chunks", "10")
      finally spark.sparkContext.removeSparkListener(cancel)
    assert(!sawMetadata)
    assert(
      message.endsWith(
        s"What is finished is kept in file:$target: run the same command again to go on, or delete it"
      ),
      message
    )
    assert(
      refusal(
        "recode",
        source.toString,
        target.toString,
        "--chunks",
        "20"
      ) === s"file:$target holds an unfinished conversion with other options. Delete it to start anew, or choose another target"
    )
    val run = convert("recode", source.toString, target.toString, "--chunks", "10")
    assert(run.report.get("resumed").asBoolean)
    assert(run.report.get("objects_resumed").asInt > 0)
    assert(run.report.get("objects_stored").asInt === 4000)
    assertSameCells(cells(source, ""), cells(target, ""))
  }

  test("an object that was damaged after an interruption is written again") {
    val source = newDirectory().resolve("s")
    TestArray.of("int16", 40000).chunks(1000).write(source, "", index => index(0) + 1)
    val target = newDirectory().resolve("t")
    val cancel = new SparkListener {
      @volatile var ended = 0
      override def onTaskEnd(end: SparkListenerTaskEnd): Unit = {
        ended += 1
        if (ended == 1) spark.sparkContext.cancelAllJobs()
      }
    }
    spark.sparkContext.addSparkListener(cancel)
    try refusal("recode", source.toString, target.toString, "--chunks", "10")
    finally spark.sparkContext.removeSparkListener(cancel)
    Files.write(target.resolve("c/0"), Array.fill[Byte](20)(9))
    Files.delete(target.resolve("c/1"))
    convert("recode", source.toString, target.toString, "--chunks", "10", "--verify-resumed")
    assertSameCells(cells(source, ""), cells(target, ""))
  }

  test("arguments that mean nothing are refused with what is known") {
    val source = examples.resolve("navy_winds.zarr").toString
    assert(
      refusal(
        "recode",
        source,
        "/t",
        "--chunks",
        "level=3"
      ) === "--chunks names the dimension level, but the arrays have [lat, lon, time]"
    )
    assert(
      refusal(
        "recode",
        source,
        "/t",
        "--chunks",
        "1,2"
      ) === "--chunks has 2 sizes, but no array has as many dimensions"
    )
    assert(
      refusal(
        "recode",
        source,
        "/t",
        "--chunks",
        "time=0"
      ) === "--chunks is \"time=0\" but must be positive sizes or \"all\", of some dimensions by name (time=12,lat=all) or of all in order (12,90,180)"
    )
    assert(refusal("recode", source) === s"recode takes SOURCE TARGET, not $source")
    assert(
      refusal("recode", source, "/t", "--chunk").startsWith(
        "recode has no option --chunk; it has [--array"
      )
    )
    assert(
      refusal(
        "recode",
        source,
        "/t",
        "--arrays",
        "U"
      ) === "--arrays names U, but there are [UWND, VWND, lat, lon, time]"
    )
  }

  test("codecs that cannot be written are named") {
    val source = newDirectory().resolve("s")
    TestArray
      .of("int16", 8)
      .codecs("{\"name\":\"bytes\",\"configuration\":{\"endian\":\"little\"}}")
      .write(source, "", index => index(0))
    val message = refusal(
      "recode",
      source.toString,
      newDirectory().resolve("t").toString,
      "--codecs",
      "[{\"name\":\"nosuch\"},{\"name\":\"bytes\"}]"
    )
    assert(message.contains("the codec \"nosuch\" is not known; known are ["), message)
  }

  test(
    "Zarr v2 has no shards and no packing, and stores every chunk of arrays without a fill value"
  ) {
    val source = newDirectory().resolve("s")
    TestArray
      .of("int16", 8, 8)
      .chunks(8, 8)
      .inner(4, 4)
      .dims("y", "x")
      .attributes("{\"units\":\"m\"}")
      .write(source, "", index => if (index(0) < 4) 0L else index(1))
    val target = newDirectory().resolve("t")
    convert("recode", source.toString, target.toString, "--zarr-format", "2")
    assert(files(target) === Set(".zarray", ".zattrs", "0.0", "0.1", "1.0", "1.1"))
    assert(
      io.zarrspark.`type`.Json.parse(Files.readAllBytes(target.resolve(".zarray"))) ===
        io.zarrspark.`type`.Json.parse(
          "{\"zarr_format\":2,\"shape\":[8,8],\"chunks\":[4,4],\"dtype\":\"<i2\",\"fill_value\":null,\"order\":\"C\",\"filters\":null,\"compressor\":null,\"dimension_separator\":\".\"}"
        )
    )
    assert(
      new String(Files.readAllBytes(target.resolve(".zattrs"))).replaceAll("\\s", "") ===
        "{\"units\":\"m\",\"_ARRAY_DIMENSIONS\":[\"y\",\"x\"]}"
    )
    assertSameCells(cells(source, ""), cells(target, ""))
    assert(
      refusal(
        "recode",
        source.toString,
        newDirectory().resolve("t").toString,
        "--zarr-format",
        "2",
        "--shards",
        "8,8"
      ) === "Zarr v2 has no shards: leave --shards out"
    )
  }
}
