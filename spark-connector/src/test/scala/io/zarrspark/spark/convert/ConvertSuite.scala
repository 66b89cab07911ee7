package io.zarrspark.spark.convert

import java.nio.file.Files
import java.nio.file.Path
import scala.util.Random

import com.fasterxml.jackson.databind.node.ObjectNode
import io.zarrspark.ZarrArray
import io.zarrspark.chunk.ChunkData
import io.zarrspark.spark.SparkSuite
import io.zarrspark.spark.TestArray
import io.zarrspark.store.LocalStore
import java.io.ByteArrayOutputStream
import java.io.PrintStream
import java.util.Arrays

/** A suite that converts stores. */
abstract class ConvertSuite extends SparkSuite {
  protected case class Run(report: ObjectNode, console: String)

  protected def convert(arguments: String*): Run = {
    val console = new ByteArrayOutputStream
    val report = Verbs.run(spark, Arrays.asList(arguments: _*), new PrintStream(console, true))
    Run(report, console.toString)
  }

  /** The message with which a conversion is refused. */
  protected def refusal(arguments: String*): String =
    intercept[io.zarrspark.`type`.ZarrException](convert(arguments: _*)).getMessage

  protected def open(store: Path, path: String): ZarrArray =
    ZarrArray.open(new LocalStore(store), path)

  protected def cells(store: Path, path: String): ChunkData = open(store, path).readAll()

  /** Equal to the bit. */
  protected def assertSameCells(a: ChunkData, b: ChunkData): Unit =
    (a, b) match {
      case (x: ChunkData.Bytes, y: ChunkData.Bytes)   => assert(Arrays.equals(x.values, y.values))
      case (x: ChunkData.Shorts, y: ChunkData.Shorts) => assert(Arrays.equals(x.values, y.values))
      case (x: ChunkData.Ints, y: ChunkData.Ints)     => assert(Arrays.equals(x.values, y.values))
      case (x: ChunkData.Longs, y: ChunkData.Longs)   => assert(Arrays.equals(x.values, y.values))
      case _ =>
        assert(a.length === b.length)
        assert((0 until a.length).forall(i => a.stored(i) == b.stored(i)))
    }

  protected def files(root: Path): Set[String] = {
    val stream = Files.walk(root)
    try {
      import scala.jdk.CollectionConverters._
      stream
        .iterator()
        .asScala
        .filter(Files.isRegularFile(_))
        .map(root.relativize(_).toString)
        .toSet
    } finally stream.close()
  }

  /** An array of random cells, of which some chunks are not stored. */
  protected def randomArray(random: Random, array: TestArray, root: Path): ZarrArray = {
    val seed = random.nextInt()
    array.write(
      root,
      "a",
      index => {
        val box = index.map(_ / 7).toSeq.hashCode() ^ seed
        if (box % 3 == 0) 0L else (index.toSeq.hashCode() ^ seed).toLong & 0x3fff
      }
    )
  }
}
