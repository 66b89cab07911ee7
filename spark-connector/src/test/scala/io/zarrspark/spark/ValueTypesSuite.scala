package io.zarrspark.spark

import com.fasterxml.jackson.databind.JsonNode
import _root_.io.zarrspark.`type`.Json
import java.nio.charset.StandardCharsets
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.Paths
import java.time.Duration
import java.time.LocalDateTime
import java.time.Period
import java.time.ZoneOffset
import java.util.Base64
import org.apache.spark.sql.Row
import org.apache.spark.sql.types._
import scala.collection.JavaConverters._

/** Columns of types beyond numbers, and of Zarr v2 arrays: every store reads as zarr-python does.
  */
class ValueTypesSuite extends SparkSuite {
  private val stores =
    Paths.get("../codec-core/src/test/resources/conformance/types").toAbsolutePath.normalize

  private val names: Seq[String] = {
    val children = Files.list(stores)
    try
      children.iterator.asScala
        .filter(Files.isDirectory(_))
        .map(_.getFileName.toString)
        .toList
        .sorted
    finally children.close()
  }

  private def values(name: String): Seq[JsonNode] =
    Json.parse(Files.readAllBytes(stores.resolve(name).resolve("values.json"))).asScala.toSeq

  private def number(json: JsonNode): Double =
    if (json.isTextual) json.textValue.replace("NaN", "NaN").toDouble else json.doubleValue

  /** The JSON of an element as Spark should hand it out; times of the stores have the unit given.
    */
  private def expected(json: JsonNode, dataType: DataType, unit: String): Any =
    dataType match {
      case BooleanType    => json.booleanValue
      case StringType     => json.textValue
      case BinaryType     => Base64.getEncoder.encodeToString(binary(json))
      case FloatType      => number(json).toFloat
      case DoubleType     => number(json)
      case ByteType       => json.intValue.toByte
      case ShortType      => json.intValue.toShort
      case IntegerType    => json.intValue
      case LongType       => json.longValue
      case _: DecimalType => json.decimalValue
      case struct: StructType if json.isArray =>
        Row(struct.fields.toSeq.zipWithIndex.map { case (f, i) =>
          expected(json.get(i), f.dataType, unit)
        }: _*)
      case struct: StructType =>
        Row(struct.fields.toSeq.map(f => expected(json.get(f.name), f.dataType, unit)): _*)
      case _ if json.isTextual => null // NaT
      case TimestampNTZType    => instant(json.longValue, unit)
      case _: DayTimeIntervalType =>
        Duration.ofNanos(0).plus(steps(json.longValue, unit))
      case _: YearMonthIntervalType =>
        val months = json.longValue * (if (unit.endsWith("Y")) 12 else 1) * scale(unit)
        Period.ofMonths(months.toInt).normalized
    }

  private def binary(json: JsonNode): Array[Byte] =
    if (json.isTextual) Base64.getDecoder.decode(json.textValue) else Array.emptyByteArray

  private def scale(unit: String): Long = {
    val digits = unit.takeWhile(_.isDigit)
    if (digits.isEmpty) 1L else digits.toLong
  }

  private def steps(count: Long, unit: String): Duration = {
    val n = count * scale(unit)
    unit.dropWhile(_.isDigit) match {
      case "W"  => Duration.ofDays(7 * n)
      case "D"  => Duration.ofDays(n)
      case "h"  => Duration.ofHours(n)
      case "m"  => Duration.ofMinutes(n)
      case "s"  => Duration.ofSeconds(n)
      case "ms" => Duration.ofMillis(n)
      case "us" => Duration.ofNanos(1000 * n)
    }
  }

  private def instant(count: Long, unit: String): LocalDateTime = {
    val epoch = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC)
    unit match {
      case "Y" => epoch.plusYears(count)
      case "M" => epoch.plusMonths(count)
      case _   => epoch.plus(steps(count, unit))
    }
  }

  /** The unit of the times in a store, from its metadata. */
  private def unitOf(name: String): String = {
    val root = stores.resolve(name).resolve("data.zarr")
    val text = Seq("zarr.json", ".zarray")
      .map(root.resolve)
      .filter(Files.exists(_))
      .map(f => new String(Files.readAllBytes(f), StandardCharsets.UTF_8))
      .mkString
    val v3 = "\"unit\":\\s*\"(\\w+)\",\\s*\"scale_factor\":\\s*(\\d+)".r
    val v2 = "[<>][mM]8\\[(\\w+)\\]".r
    v3.findFirstMatchIn(text)
      .map(m => (if (m.group(2) == "1") "" else m.group(2)) + m.group(1))
      .orElse(v2.findFirstMatchIn(text).map(_.group(1)))
      .getOrElse("")
  }

  private def show(value: Any): String = value match {
    case null                    => "NULL"
    case bytes: Array[Byte]      => Base64.getEncoder.encodeToString(bytes)
    case row: Row                => row.toSeq.map(show).mkString("(", ", ", ")")
    case d: java.math.BigDecimal => d.toBigInteger.toString
    case d: Duration             => d.toString
    case other                   => other.toString
  }

  /** Spark counts microseconds: finer times that are between two of them are an error. */
  private def isFiner(unit: String): Boolean =
    Set("ns", "ps", "fs", "as").contains(unit.dropWhile(_.isDigit))

  test("every store reads through Spark as zarr-python reads it, cell by cell and as blocks") {
    assert(names.size > 150)
    for (name <- names) {
      val unit = unitOf(name)
      val options = if (isFiner(unit)) Seq("decodeTimes" -> "false") else Nil
      val table = load(stores.resolve(name).resolve("data.zarr"), options: _*)
      val dataType = table.schema("data.zarr").dataType
      val rows = table.orderBy("dim_0", "dim_1").select("`data.zarr`").collect()
      val want = values(name).map { json =>
        if (dataType == LongType && json.isTextual) show(Long.MinValue)
        else show(expected(json, dataType, unit))
      }
      assert(rows.map(r => show(r.get(0))).toSeq === want, s"$name: $dataType")

      val blocks = load(
        stores.resolve(name).resolve("data.zarr"),
        options :+ ("layout" -> "blocks"): _*
      )
      val cells = blocks
        .selectExpr("explode(`data.zarr`) AS v")
        .collect()
        .map(r => show(r.get(0)))
      assert(cells.sorted.toSeq === want.sorted, s"$name as blocks")
    }
  }
}
