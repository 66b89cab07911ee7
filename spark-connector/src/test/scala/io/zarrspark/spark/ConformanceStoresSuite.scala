package io.zarrspark.spark

import _root_.io.zarrspark.`type`.Json
import com.fasterxml.jackson.databind.JsonNode
import java.nio.ByteBuffer
import java.nio.ByteOrder
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.Paths
import java.util.Base64
import org.apache.spark.sql.Row
import scala.collection.JavaConverters._

/** The conformance stores of codec-core (system property `conformance.stores`), through Spark: all
  * arrays of types that NumPy has, so that the expected bytes can be told.
  */
class ConformanceStoresSuite extends SparkSuite {
  override protected def settings: Map[String, String] = Map(
    // Compiling a query takes longer than reading these stores.
    "spark.sql.codegen.wholeStage" -> "false",
    "spark.sql.codegen.factoryMode" -> "NO_CODEGEN"
  )

  private val stores: Path =
    Option(System.getProperty("conformance.stores"))
      .filter(_.nonEmpty)
      .map(Paths.get(_))
      .getOrElse(Paths.get("../codec-core/src/test/resources/conformance/stores"))
      .toAbsolutePath
      .normalize

  private case class Case(path: Path, writer: String, expected: JsonNode)

  private val cases: Seq[Case] = {
    val files = Files.walk(stores)
    try
      files.iterator.asScala
        .filter(_.endsWith("expected.json"))
        .toList
        .sorted
        .flatMap { file =>
          val document = Json.parse(Files.readAllBytes(file))
          document
            .get("arrays")
            .properties
            .asScala
            .map(entry =>
              Case(
                file.getParent.resolve(entry.getKey),
                document.path("writer").asText,
                entry.getValue
              )
            )
        }
    finally files.close()
  }

  /** The expected values as Spark should show them. */
  private def wanted(expected: JsonNode): Option[Seq[Any]] = {
    val bytes = ByteBuffer
      .wrap(Base64.getDecoder.decode(expected.get("data_b64").textValue))
      .order(ByteOrder.LITTLE_ENDIAN)
    def all(next: => Any): Option[Seq[Any]] =
      Some(Iterator.continually(()).takeWhile(_ => bytes.hasRemaining).map(_ => next).toList)
    expected.get("dtype").textValue match {
      case "int8"   => all(bytes.get)
      case "uint8"  => all((bytes.get & 0xff).toShort)
      case "int16"  => all(bytes.getShort)
      case "uint16" => all(bytes.getShort & 0xffff)
      case "int32"  => all(bytes.getInt)
      case "uint32" => all(bytes.getInt & 0xffffffffL)
      case "int64"  => all(bytes.getLong)
      case "uint64" => all(new java.math.BigDecimal(java.lang.Long.toUnsignedString(bytes.getLong)))
      case "float32" => all(bytes.getFloat)
      case "float64" => all(bytes.getDouble)
      case _         => None
    }
  }

  private def isSame(have: Any, want: Any, isAlias: Boolean): Boolean = (have, want) match {
    case (a: Float, b: Float) if isAlias =>
      a == b || a.isNaN && b.isNaN || math.abs(a - b) <= 5 * math.scalb(1f, -22) * (math.abs(b) + 1)
    case (a: Float, b: Float) =>
      java.lang.Float.floatToIntBits(a) == java.lang.Float.floatToIntBits(b)
    case (a: Double, b: Double) =>
      java.lang.Double.doubleToLongBits(a) == java.lang.Double.doubleToLongBits(b)
    case _ => have == want
  }

  test("every store reads through Spark as its writer reads it") {
    var checked = 0
    for (c <- cases; want <- wanted(c.expected)) {
      val table = load(c.path)
      val rank = c.expected.get("shape").size
      // The columns of dimensions may hold coordinates; their indices are hidden columns.
      val indices = (0 until rank).map(d => table.schema.fieldNames(d))
      val value = table.schema.fieldNames.last
      val rows = table.collect().toSeq
      val text =
        Seq("zarr.json", ".zarray")
          .map(c.path.resolve)
          .filter(Files.exists(_))
          .map(f => new String(Files.readAllBytes(f)))
          .mkString
      val isAlias = text.contains("fixedscaleoffset") && c.writer != "exact model"
      assert(rows.size === want.size, c.path.toString)
      val sorted = if (indices.forall(isIndex(table, _))) {
        rows.sortBy(row => (0 until rank).map(row.getLong).toList)(order)
      } else {
        rows
      }
      sorted.zip(want).zipWithIndex.foreach { case ((row: Row, w), i) =>
        val have = row.get(row.length - 1)
        assert(isSame(have, w, isAlias), s"${c.path}, $value of row $i: $have but should be $w")
      }
      checked += 1
    }
    assert(checked >= 40)
  }

  private def isIndex(table: org.apache.spark.sql.DataFrame, name: String): Boolean =
    table.schema(name).dataType == org.apache.spark.sql.types.LongType

  private val order: Ordering[List[Long]] = new Ordering[List[Long]] {
    def compare(a: List[Long], b: List[Long]): Int =
      a.zip(b).map { case (x, y) => java.lang.Long.compare(x, y) }.find(_ != 0).getOrElse(0)
  }
}
