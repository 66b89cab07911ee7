package io.zarrspark.spark.convert

import java.nio.file.Files
import java.nio.file.Path
import scala.sys.process._

import io.zarrspark.spark.TestArray

/** A file system that fills up, made in memory where the user may mount one. */
class FullDiskSuite extends ConvertSuite {

  private def onSmallDisk(megabytes: Int)(body: Path => Unit): Unit = {
    val disk = newDirectory()
    val quiet = ProcessLogger(_ => ())
    val mounted =
      try
        Seq("mount", "-t", "tmpfs", "-o", s"size=${megabytes}m", "tmpfs", disk.toString)
          .!(quiet) == 0
      catch { case _: java.io.IOException => false }
    assume(mounted, "this user may not mount a file system")
    try body(disk)
    finally Seq("umount", disk.toString).!(quiet)
  }

  test("a full disk stops a conversion, the source untouched; with more room it goes on") {
    val source = newDirectory().resolve("s")
    TestArray
      .of("int32", 1000000)
      .chunks(10000)
      .write(source, "", index => index(0) * 2654435761L)
    val before = files(source).map(name => name -> Files.readAllBytes(source.resolve(name)).toSeq)
    onSmallDisk(2) { disk =>
      val target = disk.resolve("t")
      val message = refusal("recode", source.toString, target.toString, "--chunks", "5000")
      assert(message.startsWith(s"recode file:$source has stopped: Cannot write chunk c/"), message)
      assert(message.contains("No space left on device"), message)
      assert(
        message.endsWith(
          s". What is finished is kept in file:$target: run the same command again to go on, or delete it"
        ),
        message
      )
      assert(!Files.exists(target.resolve("zarr.json")))
      assert(
        files(source).map(name => name -> Files.readAllBytes(source.resolve(name)).toSeq) === before
      )
      assert(Seq("mount", "-o", "remount,size=16m", disk.toString).! === 0)
      val run = convert("recode", source.toString, target.toString, "--chunks", "5000")
      assert(run.report.get("objects_resumed").asInt > 0)
      assertSameCells(cells(source, ""), cells(target, ""))
    }
  }
}
