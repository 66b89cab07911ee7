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

  private def wanted(name: String, dataType: DataType): Seq[String] =
    values(name).map { json =>
      if (dataType == LongType && json.isTextual) show(Long.MinValue)
      else show(expected(json, dataType, unitOf(name)))
    }

  private def options(name: String): Seq[(String, String)] =
    if (isFiner(unitOf(name))) Seq("decodeTimes" -> "false") else Nil

  private def checkCells(name: String): Unit = {
    val table = load(stores.resolve(name).resolve("data.zarr"), options(name): _*)
    val dataType = table.schema("data.zarr").dataType
    val cells = table
      .collect()
      .sortBy(row => (row.getLong(0), row.getLong(1)))
      .map(row => show(row.get(2)))
    assert(cells.toSeq === wanted(name, dataType), s"$name: $dataType")
  }

  private def checkBlocks(name: String): Unit = {
    val blocks = load(
      stores.resolve(name).resolve("data.zarr"),
      options(name) :+ ("layout" -> "blocks"): _*
    )
    val ArrayType(dataType, _) = blocks.schema("data.zarr").dataType
    val cells =
      blocks.selectExpr("explode(`data.zarr`) AS v").collect().map(row => show(row.get(0)))
    assert(cells.sorted.toSeq === wanted(name, dataType).sorted, s"$name as blocks")
  }

  /** Compiling a query takes longer than reading these stores. */
  private def interpreted(body: => Unit): Unit =
    withSettings(
      "spark.sql.codegen.wholeStage" -> "false",
      "spark.sql.codegen.factoryMode" -> "NO_CODEGEN"
    )(body)

  test("every store reads through Spark as zarr-python reads it") {
    assert(names.size > 150)
    interpreted(names.foreach(checkCells))
  }

  test("every store of text and bytes of any length reads through Spark as zarr-python reads it") {
    val folder = stores.resolveSibling("variable")
    for (name <- Seq("strings_plain", "strings_zstd", "strings_sharded", "bytes_gzip")) {
      val table = load(folder.resolve(name).resolve("data.zarr"))
      val dimensions = table.columns.init.map(table(_))
      val cells = table.orderBy(dimensions: _*).collect().map(row => row.get(row.length - 1)).map {
        case bytes: Array[Byte] => bytes.map(b => f"$b%02x").mkString
        case text               => text
      }
      val wanted = Json.parse(Files.readAllBytes(folder.resolve(name).resolve("values.json")))
      assert(cells.toSeq === wanted.asScala.map(_.textValue).toSeq, name)
    }
  }

  private val samples = Seq(
    "v3_bool",
    "v3_strings",
    "v3_bytes",
    "v3_c8",
    "v3_struct",
    "v3_datetime_s",
    "v3_timedelta_h",
    "v3_timedelta_M",
    "v3_U6_sharded",
    "v2_S5"
  )

  test("compiled queries hand out the same values") {
    samples.foreach(checkCells)
  }

  test("as blocks, the values are the elements of arrays") {
    interpreted(samples.foreach(checkBlocks))
  }
}
