package io.zarrspark.spark

import java.nio.file.Path
import java.sql.Timestamp
import java.time.Instant
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.Row
import org.apache.spark.sql.types._

/** Values: their types, missing ones, packed ones, times. */
class TypesSuite extends SparkSuite {

  private def column(
      dataType: String,
      attributes: String,
      values: Seq[Any],
      fill: String = "0"
  ): DataFrame =
    load(array(dataType, attributes, values, fill)).select("v")

  private def array(
      dataType: String,
      attributes: String,
      values: Seq[Any],
      fill: String = "0"
  ): Path = {
    val root = newDirectory().resolve("v")
    TestArray
      .of(dataType, values.size)
      .chunks(2)
      .attributes(attributes)
      .fill(fill)
      .write(root, "", i => values(i(0).toInt).asInstanceOf[Number])
    root
  }

  private def values(table: DataFrame): Seq[Any] = table.collect().toSeq.map(_.get(0))

  test("each data type has the smallest Spark type that holds its values") {
    val cases = Seq[(String, DataType, Seq[Any], Seq[Any])](
      ("int8", ByteType, Seq(-128L, 127L), Seq(-128.toByte, 127.toByte)),
      ("int16", ShortType, Seq(-32768L, 32767L), Seq(-32768.toShort, 32767.toShort)),
      ("int32", IntegerType, Seq(Int.MinValue.toLong, 7L), Seq(Int.MinValue, 7)),
      ("int64", LongType, Seq(Long.MinValue, 7L), Seq(Long.MinValue, 7L)),
      ("uint8", ShortType, Seq(0L, 255L), Seq(0.toShort, 255.toShort)),
      ("uint16", IntegerType, Seq(0L, 65535L), Seq(0, 65535)),
      ("uint32", LongType, Seq(1L, 4294967295L), Seq(1L, 4294967295L)),
      (
        "uint64",
        DecimalType(20, 0),
        Seq(5L, -1L),
        Seq(new java.math.BigDecimal(5), new java.math.BigDecimal("18446744073709551615"))
      ),
      ("float16", FloatType, Seq(1.5, -65504.0), Seq(1.5f, -65504f)),
      ("bfloat16", FloatType, Seq(1.5, -2.0), Seq(1.5f, -2f)),
      ("float8_e4m3", FloatType, Seq(1.5, -2.0), Seq(1.5f, -2f)),
      ("int4", ByteType, Seq(-8L, 7L), Seq(-8.toByte, 7.toByte)),
      ("uint2", ByteType, Seq(0L, 3L), Seq(0.toByte, 3.toByte)),
      ("float32", FloatType, Seq(1.1f.toDouble, Double.NaN), Seq(1.1f, Float.NaN)),
      ("float64", DoubleType, Seq(1.1, Double.NegativeInfinity), Seq(1.1, Double.NegativeInfinity))
    )
    for ((name, sparkType, stored, expected) <- cases) {
      val table = column(name, "{}", stored)
      assert(table.schema("v").dataType === sparkType, name)
      assert(!table.schema("v").nullable, name)
      assert(values(table).mkString(",") === expected.mkString(","), name)
    }
  }

  test("values of the attributes _FillValue and missing_value are NULL") {
    assert(
      values(
        column("int16", """{"_FillValue":-999,"missing_value":[7,8]}""", Seq(-999L, 0L, 7L, 8L, 9L))
      ) ===
        Seq(null, 0.toShort, null, null, 9.toShort)
    )
    assert(
      values(column("float32", """{"_FillValue":"AAAAAAAA+H8="}""", Seq(Double.NaN, 0.0))) === Seq(
        null,
        0f
      )
    )
    assert(
      values(column("float32", """{"_FillValue":"NaN"}""", Seq(Double.NaN, 0.0))) === Seq(null, 0f)
    )
    assert(
      values(column("float32", """{"missing_value":-1e34}""", Seq(-1e34f.toDouble, 0.0))) === Seq(
        null,
        0f
      )
    )
    assert(
      values(column("uint8", """{"_FillValue":-1}""", Seq(255L, 0L))) === Seq(
        255.toShort,
        0.toShort
      )
    )
    assert(
      values(
        column("uint64", """{"_FillValue":18446744073709551615}""", Seq(-1L, 0L))
      ).head === null
    )
    assert(column("int16", """{"_FillValue":-999}""", Seq(-999L)).schema("v").nullable)
  }

  test("the array's fill value is a value like any other, unless it is masked too") {
    assert(
      values(column("int16", "{}", Seq(5L, 5L, 1L), "5")) === Seq(5.toShort, 5.toShort, 1.toShort)
    )
    assert(
      values(column("int16", """{"_FillValue":5}""", Seq(5L, 5L, 1L), "5")) === Seq(
        null,
        null,
        1.toShort
      )
    )
  }

  test("packed numbers are unpacked to the types that xarray gives them") {
    val packed = column(
      "int16",
      """{"scale_factor":0.01,"add_offset":273.15,"_FillValue":-32768}""",
      Seq(-32768L, 100L)
    )
    assert(packed.schema("v").dataType === DoubleType)
    assert(values(packed) === Seq(null, 100 * 0.01 + 273.15))
    val scaled = column("int16", """{"scale_factor":10}""", Seq(32767L))
    assert(scaled.schema("v").dataType === LongType)
    assert(values(scaled) === Seq(327670L))
    assert(
      values(column("uint64", """{"add_offset":0.0}""", Seq(-1L, 3L))) === Seq(
        1.8446744073709552e19,
        3.0
      )
    )
  }

  test("with maskAndScale off, the stored values come") {
    val root = array("int16", """{"scale_factor":0.01,"_FillValue":-1}""", Seq(-1L, 100L))
    assert(
      values(load(root, "maskAndScale" -> "false").select("v")) === Seq(-1.toShort, 100.toShort)
    )
  }

  test("CF times are timestamps, exact to the microsecond") {
    def times(
        dataType: String,
        units: String,
        stored: Seq[Any],
        calendar: String = ""
    ): Seq[Any] = {
      val attributes =
        s"""{"units":"$units"${if (calendar.isEmpty) "" else s""","calendar":"$calendar""""}}"""
      values(column(dataType, attributes, stored)).map {
        case time: Timestamp => time.toInstant
        case other           => other
      }
    }
    def at(text: String): Instant = Instant.parse(text)
    assert(
      times("float64", "hours since 1980-01-14 14:00:00", Seq(1.0, 0.5)) === Seq(
        at("1980-01-14T15:00:00Z"),
        at("1980-01-14T14:30:00Z")
      )
    )
    assert(
      times("int32", "days since 1900-1-1", Seq(0L, -1L)) === Seq(
        at("1900-01-01T00:00:00Z"),
        at("1899-12-31T00:00:00Z")
      )
    )
    assert(
      times("int64", "hours since 1900-01-01 00:00:00.0", Seq(1L)) === Seq(
        at("1900-01-01T01:00:00Z")
      )
    )
    assert(
      times("int64", "seconds since 1970-01-01T00:00:00Z", Seq(1234567890L)) === Seq(
        at("2009-02-13T23:31:30Z")
      )
    )
    assert(
      times("int64", "milliseconds since 2000-01-01 00:00:00 +02:00", Seq(1L)) === Seq(
        at("1999-12-31T22:00:00.001Z")
      )
    )
    assert(
      times("int64", "microseconds since 2000-01-01", Seq(1L)) === Seq(
        at("2000-01-01T00:00:00.000001Z")
      )
    )
    assert(
      times("int64", "nanoseconds since 2000-01-01", Seq(1999L, -1L)) === Seq(
        at("2000-01-01T00:00:00.000001Z"),
        at("1999-12-31T23:59:59.999999Z")
      )
    )
    assert(
      times("float64", "days since 2000-01-01", Seq(0.1, Double.NaN)) === Seq(
        at("2000-01-01T02:24:00Z"),
        null
      )
    )
    assert(
      times("float32", "minutes since 2000-01-01", Seq(0.25)) === Seq(at("2000-01-01T00:00:15Z"))
    )
    assert(
      times("int64", "days since 0001-01-01", Seq(719164L)) === Seq(at("1970-01-01T00:00:00Z")),
      "Julian until 1582"
    )
    assert(
      times("int64", "days since 0001-01-01", Seq(719162L), "proleptic_gregorian") === Seq(
        at("1970-01-01T00:00:00Z")
      )
    )
    assert(
      times("int64", "days since 1582-10-15", Seq(0L), "gregorian") === times(
        "int64",
        "days since 1582-10-4",
        Seq(1L),
        "standard"
      )
    )
  }

  test("times that are none stay numbers") {
    assert(
      values(
        column("int32", """{"units":"days since 2000-01-01","calendar":"mayan"}""", Seq(5L))
      ) === Seq(5)
    )
    assert(values(column("int32", """{"units":"days since 0000-01-01"}""", Seq(5L))) === Seq(5))
    assert(values(column("int32", """{"units":"months since 2000-01-01"}""", Seq(5L))) === Seq(5))
    assert(values(column("int32", """{"units":"days since the flood"}""", Seq(5L))) === Seq(5))
    val root = array("int32", """{"units":"days since 2000-01-01"}""", Seq(5L))
    assert(values(load(root, "decodeTimes" -> "false").select("v")) === Seq(5))
  }

  test("a time beyond a timestamp is an error that says so") {
    val failure = intercept[Exception](
      values(column("int64", """{"units":"days since 2000-01-01"}""", Seq(Long.MaxValue)))
    )
    val text = Iterator
      .iterate[Throwable](failure)(_.getCause)
      .takeWhile(_ != null)
      .map(_.getMessage)
      .mkString("\n")
    assert(
      text.contains(
        s"the time ${Long.MaxValue} days since 2000-01-01 is beyond what a TIMESTAMP holds"
      )
    )
  }

  test("coordinates may be masked, and filters know it") {
    val root = newDirectory()
    TestArray.writeGroup(root, "", "{}")
    TestArray.of("float32", 4).dims("x").chunks(1).write(root, "v", i => Double.box(i(0).toDouble))
    TestArray
      .of("int32", 4)
      .dims("x")
      .attributes("""{"_FillValue":-1}""")
      .write(root, "x", i => Long.box(if (i(0) == 2) -1 else i(0)))
    val table = load(root)
    assert(table.where("x is null").collect() === Array(Row(null, 2f)))
    assert(table.where("x <> 0").collect() === Array(Row(1, 1f), Row(3, 3f)))
    assert(table.where("not (x <=> 0)").count() === 3)
    assert(table.where("x is not null").count() === 3)
  }
}
