package io.zarrspark.spark

import _root_.io.zarrspark.`type`.Json
import _root_.io.zarrspark.`type`.NumberType
import com.fasterxml.jackson.databind.JsonNode
import java.nio.ByteBuffer
import java.nio.ByteOrder
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.Paths
import java.util.Base64
import org.apache.spark.sql.Row
import scala.collection.JavaConverters._

/** The conformance stores of numbers of codec-core (system property `conformance.stores`), and
  * those of numcodecs, through Spark.
  */
class ConformanceStoresSuite extends SparkSuite {
  override protected def settings: Map[String, String] = Map(
    // Compiling a query takes longer than reading these stores.
    "spark.sql.codegen.wholeStage" -> "false",
    "spark.sql.codegen.factoryMode" -> "NO_CODEGEN"
  )

  private val resources =
    Paths.get("../codec-core/src/test/resources/conformance").toAbsolutePath.normalize

  private val stores: Path =
    Option(System.getProperty("conformance.stores"))
      .filter(_.nonEmpty)
      .map(Paths.get(_).toAbsolutePath.normalize)
      .getOrElse(resources.resolve("stores"))

  private case class Case(path: Path, writer: String, expected: JsonNode)

  private def cases(folder: Path): Seq[Case] = {
    val files = Files.walk(folder)
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

  /** The expected values as Spark should show them. In the store's file an element is whole bytes,
    * of which a type of fewer bits has the lowest.
    */
  private def wanted(expected: JsonNode): Seq[Any] = {
    val bytes = ByteBuffer
      .wrap(Base64.getDecoder.decode(expected.get("data_b64").textValue))
      .order(ByteOrder.LITTLE_ENDIAN)
    def all(next: => Any): Seq[Any] =
      Iterator.continually(()).takeWhile(_ => bytes.hasRemaining).map(_ => next).toList
    val name = expected.get("dtype").textValue
    val number = NumberType.named(name).get
    def float(pattern: Long): Float =
      number.floatFormat.toDouble(pattern & number.mask).toFloat
    name match {
      case "int2" | "int4" | "uint2" | "uint4" => all(number.extend(bytes.get).toByte)
      case "int8"                              => all(bytes.get)
      case "uint8"                             => all((bytes.get & 0xff).toShort)
      case "int16"                             => all(bytes.getShort)
      case "uint16"                            => all(bytes.getShort & 0xffff)
      case "int32"                             => all(bytes.getInt)
      case "uint32"                            => all(bytes.getInt & 0xffffffffL)
      case "int64"                             => all(bytes.getLong)
      case "uint64" => all(new java.math.BigDecimal(java.lang.Long.toUnsignedString(bytes.getLong)))
      case "float16" | "bfloat16" => all(float(bytes.getShort))
      case "float32"              => all(bytes.getFloat)
      case "float64"              => all(bytes.getDouble)
      case _                      => all(float(bytes.get))
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

  /** Reads every array below a folder; the number of them. */
  private def check(folder: Path): Int = {
    val all = cases(folder)
    for (c <- all) {
      val want = wanted(c.expected)
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
    }
    all.size
  }

  test("every store reads through Spark as its writer reads it") {
    assert(check(stores) >= 80)
  }

  test("every store of the codecs of numcodecs reads through Spark as zarr-python reads it") {
    assert(check(resources.resolve("numcodecs")) >= 80)
  }

  private def isIndex(table: org.apache.spark.sql.DataFrame, name: String): Boolean =
    table.schema(name).dataType == org.apache.spark.sql.types.LongType

  private val order: Ordering[List[Long]] = new Ordering[List[Long]] {
    def compare(a: List[Long], b: List[Long]): Int =
      a.zip(b).map { case (x, y) => java.lang.Long.compare(x, y) }.find(_ != 0).getOrElse(0)
  }
}
