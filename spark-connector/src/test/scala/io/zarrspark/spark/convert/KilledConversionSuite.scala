package io.zarrspark.spark.convert

import java.io.File
import java.nio.file.Files
import java.nio.file.Path
import scala.jdk.CollectionConverters._
import scala.util.Random

import io.zarrspark.spark.TestArray
import java.lang.management.ManagementFactory

/** A process of its own that converts is killed, as by a failing machine, and its work gone on
  * with.
  */
class KilledConversionSuite extends ConvertSuite {
  private val objects = 600

  private def start(source: Path, target: Path): Process = {
    val jvm = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala
      .filter(argument => argument.startsWith("--add-opens") || argument.startsWith("-XX:+Ignore"))
    val command = Seq(
      System.getProperty("java.home") + "/bin/java",
      "-Xmx512m",
      "-Dspark.master=local[2]",
      "-Dspark.ui.enabled=false"
    ) ++ jvm ++ Seq(
      "-cp",
      System.getProperty("java.class.path"),
      "io.zarrspark.spark.ZarrConvert",
      "recode",
      source.toString,
      target.toString,
      "--chunks",
      "10"
    )
    new ProcessBuilder(command.asJava)
      .redirectErrorStream(true)
      .redirectOutput(File.createTempFile("convert", ".log"))
      .start()
  }

  private def written(target: Path): Int = {
    val folder = target.resolve("c").toFile.list()
    if (folder == null) 0 else folder.count(name => !name.startsWith("."))
  }

  test("killed at ten moments and run again, the target is that of a run that was left alone") {
    val source = newDirectory().resolve("s")
    TestArray
      .of("int32", objects * 10L)
      .chunks(1000)
      .codecs(
        "{\"name\":\"bytes\",\"configuration\":{\"endian\":\"little\"}},{\"name\":\"gzip\",\"configuration\":{\"level\":9}}"
      )
      .write(source, "", index => index(0) * 7919 + 1)
    val whole = newDirectory().resolve("whole")
    convert("recode", source.toString, whole.toString, "--chunks", "10")
    val expected = files(whole)
    val random = new Random(2026)
    for (moment <- 1 to 10) {
      val target = newDirectory().resolve("t")
      val enough = random.nextInt(objects)
      val process = start(source, target)
      while (process.isAlive && written(target) < enough) Thread.onSpinWait()
      process.destroyForcibly().waitFor()
      val clue =
        s"moment $moment, killed after $enough of $objects objects, ${written(target)} written"
      withClue(clue) {
        assert(!Files.exists(target.resolve("zarr.json")) || written(target) == objects)
        convert("recode", source.toString, target.toString, "--chunks", "10", "--verify-resumed")
        // What a killed writer has left half written is no object: its name starts with a dot.
        assert(files(target).filterNot(_.contains("/.")) === expected)
        for (name <- expected)
          assert(
            Files.readAllBytes(target.resolve(name)) === Files.readAllBytes(whole.resolve(name)),
            name
          )
      }
    }
  }
}
