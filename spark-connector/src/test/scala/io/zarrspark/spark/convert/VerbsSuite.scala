package io.zarrspark.spark.convert

import java.nio.file.Files
import java.nio.file.Path
import scala.jdk.CollectionConverters._

import io.zarrspark.spark.TestArray

/** The verbs beside recode. */
class VerbsSuite extends ConvertSuite {
  private lazy val winds = examples.resolve("navy_winds.zarr")
  private lazy val coads = examples.resolve("coads.zarr")

  private def floats(): Path = {
    val source = newDirectory()
    TestArray.writeGroup(source, "", "{}")
    TestArray
      .of("float32", 20, 30)
      .chunks(7, 8)
      .dims("y", "x")
      .fill("\"NaN\"")
      .write(
        source,
        "t",
        i => if (i(0) == 3) Double.NaN else 20 * math.sin(i(0) * 1.7 - i(1) * 0.31)
      )
    TestArray.of("float64", 20).dims("y").write(source, "y", i => i(0) * 0.5)
    TestArray.of("float64", 30).dims("x").write(source, "x", i => i(0) * 0.25)
    source
  }

  test("copy keeps every byte") {
    val target = newDirectory().resolve("t")
    val run = convert("copy", coads.toString, target.toString)
    assert(files(target) === files(coads))
    for (name <- files(coads))
      assert(
        Files.readAllBytes(target.resolve(name)) === Files.readAllBytes(coads.resolve(name)),
        name
      )
    assert(run.report.get("objects_absent").asInt === 27)
  }

  test("verify finds stores equal whatever their chunks") {
    val target = newDirectory().resolve("t")
    convert(
      "recode",
      coads.toString,
      target.toString,
      "--chunks",
      "month=5,lat=13,lon=all",
      "--shards",
      "none"
    )
    val run = convert("verify", coads.toString, target.toString)
    assert(run.report.get("equal").asBoolean)
    assert(
      run.report
        .get("arrays")
        .elements
        .asScala
        .map(_.get("cells").asLong)
        .sum === 7 * 194400L + 90 + 180 + 12
    )
    assert(run.console.endsWith("equal\n"))
  }

  test("verify tells the first cells that differ, with index and values") {
    val a = newDirectory()
    val b = newDirectory()
    TestArray.of("int16", 10, 10).chunks(3, 3).write(a, "", i => i(0) * 10 + i(1))
    TestArray
      .of("int16", 10, 10)
      .chunks(4, 10)
      .write(b, "", i => if (i(0) == 7 && i(1) > 7) -1L else i(0) * 10 + i(1))
    val run = convert("verify", a.toString, b.toString)
    assert(!run.report.get("equal").asBoolean)
    assert(run.console === s"""the array: 100 cells compared, 2 differ, at most by 80.0
                         |  [7, 8]: 78 and -1
                         |  [7, 9]: 79 and -1
                         |NOT equal: file:$a and file:$b
                         |""".stripMargin)
    assert(
      convert("verify", a.toString, b.toString, "--tolerance", "80").report.get("equal").asBoolean
    )
    assert(
      !convert("verify", a.toString, b.toString, "--tolerance", "79.5").report
        .get("equal")
        .asBoolean
    )
  }

  test("verify finds what one store lacks and shapes that differ") {
    val a = newDirectory()
    TestArray.writeGroup(a, "", "{}")
    TestArray.of("int16", 4).write(a, "p", i => i(0))
    TestArray.of("int16", 4).write(a, "q", i => i(0))
    val b = newDirectory()
    TestArray.writeGroup(b, "", "{}")
    TestArray.of("int16", 5).write(b, "p", i => i(0))
    val run = convert("verify", a.toString, b.toString)
    assert(run.console === s"""p has the shapes [4] and [5]
                         |q is only in file:$a
                         |NOT equal: file:$a and file:$b
                         |""".stripMargin)
  }

  test("pack keeps every value within the bound and says what it saved") {
    val source = floats()
    val target = newDirectory().resolve("t")
    val run = convert("pack", source.toString, target.toString, "--max-abs-error", "0.01")
    val codecs = open(target, "t").metadata.codecs.asScala.map(_.name)
    assert(codecs === Seq("scale_offset", "cast_value", "bytes"))
    assert(open(target, "y").metadata.codecs.asScala.map(_.name) === Seq("bytes"))
    val verified = convert("verify", source.toString, target.toString, "--tolerance", "0.01")
    assert(verified.report.get("equal").asBoolean, verified.console)
    assert(verified.report.get("arrays").get(0).get("max_difference").asDouble > 0)
    assert(run.report.get("bytes_saved").asLong > 0)
    assert(
      refusal(
        "pack",
        target.toString,
        newDirectory().resolve("u").toString,
        "--max-abs-error",
        "0.01"
      ) === s"$target/t is packed already, by the codec ${codecs.head}, and is not packed twice. Leave it out of --arrays, or recode it with other --codecs first"
    )
  }

  test("a bound that cannot be met is refused before anything is written") {
    val target = newDirectory().resolve("t")
    val source = floats()
    val message =
      refusal("pack", source.toString, target.toString, "--max-abs-error", "0.0000001")
    assert(message.startsWith(s"Cannot pack $source/t: the range -19."), message)
    assert(message.contains("codes; int16 has"), message)
    assert(!Files.exists(target))
  }

  test("a store becomes Parquet and a store again, verified both times") {
    val table = newDirectory().resolve("winds.parquet").toString
    val run = convert(
      "to-table",
      winds.toString,
      table,
      "--partition-by",
      "year=year(time)",
      "--table-option",
      "compression=zstd"
    )
    assert(run.report.get("rows").asLong === 1387584)
    assert(Files.exists(java.nio.file.Paths.get(table, "year=1985")))
    val verified = convert("verify", winds.toString, table, "--format", "parquet")
    assert(verified.report.get("equal").asBoolean, verified.console)
    val back = newDirectory().resolve("back.zarr")
    convert(
      "from-table",
      table,
      back.toString,
      "--dims",
      "time,lat,lon",
      "--chunks",
      "time=12,lat=73,lon=144",
      "--select",
      "time",
      "--select",
      "lat",
      "--select",
      "lon",
      "--select",
      "UWND",
      "--select",
      "VWND"
    )
    for (name <- Seq("UWND", "VWND", "lat", "lon"))
      assertSameCells(cells(winds, name), cells(back, name))
  }

  test("verify finds rows that a table lacks, repeats or changes") {
    val source = floats()
    val table = newDirectory().resolve("t.parquet").toString
    val cells = load(source)
    cells
      .where("not (y = 1.0 and x = 0.5)")
      .selectExpr("y", "x", "if(y = 2.0 and x = 1.0, t + 1, t) as t")
      .union(cells.where("y = 4.0 and x = 0.0").select("y", "x", "t"))
      .write
      .parquet(table)
    val run = convert("verify", source.toString, table, "--format", "parquet")
    assert(
      run.console.linesIterator.toSeq.takeRight(6) === Seq(
        "rows of the store: 600",
        "only in the store: 1",
        "only in the table: 0",
        "repeated in the table: 1",
        "t: 1 cells differ",
        s"NOT equal: $source and $table"
      )
    )
  }

  test("a table that exists is not replaced") {
    val table = newDirectory().toString
    val message = refusal("to-table", winds.toString, table)
    assert(message.startsWith(s"to-table $winds -> $table has stopped: "), message)
    assert(message.contains("already exists"), message)
  }

  test("inspect tells sizes and what is absent") {
    val run = convert("inspect", coads.toString)
    val sst = run.report.get("arrays").elements.asScala.find(_.get("path").asText == "SST").get
    assert(sst.get("objects").asInt === 27)
    assert(sst.get("objects_stored").asInt === 18)
    assert(
      run.console.contains("SST: float32 [12, 90, 180], chunks [4, 11, 10] in shards [12, 44, 20]")
    )
    assert(run.console.contains("9 of 27 objects absent (33 %)"), run.console)
  }

  test("a report is written where it is asked for") {
    val file = newDirectory().resolve("report.json")
    convert("inspect", coads.toString, "--report", file.toString)
    assert(io.zarrspark.`type`.Json.parse(Files.readAllBytes(file)).get("arrays").size === 10)
  }
}
