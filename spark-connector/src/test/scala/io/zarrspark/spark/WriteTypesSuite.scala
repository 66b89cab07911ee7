package io.zarrspark.spark

import java.nio.file.Files
import java.nio.file.Path
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.types._

/** Columns of every type become arrays that read back as the same columns. */
class WriteTypesSuite extends WritingSuite {
  private val shapes =
    Seq(Seq("chunks" -> "2,2"), Seq("chunks" -> "1,2", "shards" -> "4,2"), Seq.empty)

  /** Rows of cells (a, b), some of them left out. */
  private def cells(columns: String*): DataFrame =
    spark
      .range(35)
      .where("id <> 3")
      .selectExpr(Seq("id div 5 as a", "cast(id % 5 as int) as b") ++ columns: _*)

  private def roundTrip(rows: DataFrame, options: (String, String)*): Path = {
    val path = newPath()
    write(rows, path, "errorifexists", Seq("dims" -> "a,b") ++ options: _*)
    path
  }

  private def append(rows: DataFrame, path: Path, options: (String, String)*): Unit =
    rows.write.format("zarr").mode("append").options(options.toMap).save(path.toString)

  private def isThere = "not (a = 0 and b = 3)"

  test("columns of every type read back as they were, sharded or not") {
    val rows = cells(
      "cast(id - 9 as byte) as i8",
      "cast(id * 900 - 9 as short) as i16",
      "cast(id * 60000000 - 9 as int) as i32",
      "id * 900000000000 - 9 as i64",
      "cast(cast(id as decimal(20,0)) * 500000000000000000 as decimal(20,0)) as u64",
      "cast(id as float) / 3 as f32",
      "id / 7 as f64",
      "id % 3 = 0 as flag",
      "concat('é', repeat('x', int(id % 4))) as text",
      "cast(repeat('b', int(id % 3)) as binary) as bytes",
      "timestamp'2020-01-01 00:00:00.000001' + make_interval(0, 0, 0, int(id)) as instant",
      "timestamp_ntz'1969-12-31 23:59:59.999999' + make_interval(0, 0, 0, int(id)) as local",
      "make_dt_interval(int(id) - 9, 1, 2, 3.000004) as duration",
      "make_ym_interval(int(id) - 9, 5) as months",
      "named_struct('re', cast(id as float), 'im', cast(-id as float) / 3) as c64",
      "named_struct('re', cast(id as double) / 3, 'im', cast(-id as double)) as c128",
      "named_struct('n', int(id), 'ok', id % 2 = 0, 'at', timestamp_ntz'2001-02-03 04:05:06') as s"
    )
    for (options <- shapes) {
      val path = roundTrip(rows, options: _*)
      val table = load(path)
      // Versions of Spark differ in which fields of a struct may be NULL, of expressions and of tables.
      val types = (frame: DataFrame) =>
        frame.schema.map(f => f.name -> f.dataType.sql.replace(" NOT NULL", "")).toSet
      assert(types(table.drop("b")) === types(rows.drop("b")))
      assertSame(table.where(isThere), rows)
      assert(
        table
          .where(s"not ($isThere)")
          .select("i32", "flag", "text", "instant", "local", "duration", "months", "f64")
          .collect()
          .map(_.toSeq)
          .toSeq === Seq(Seq(0, false, "", null, null, null, null, null)),
        "a cell without a row is the fill value"
      )
    }
  }

  test(
    "NULL of times and intervals is their missing value; bool, text, bytes and structs refuse it"
  ) {
    val rows = cells(
      "if(id % 2 = 0, null, timestamp_ntz'2020-01-01 00:00:00') as local",
      "if(id % 2 = 0, null, make_dt_interval(1, 2, 3, 4)) as duration",
      "if(id % 2 = 0, null, make_ym_interval(1, 2)) as months",
      "if(id % 2 = 0, null, timestamp'2020-01-01 00:00:00') as instant"
    )
    assertSame(load(roundTrip(rows)).where(isThere), rows)
    Seq(
      "if(id = 7, null, true)" -> "arrays of bool have no missing value",
      "if(id = 7, null, 'x')" -> "arrays of strings have no missing value",
      "if(id = 7, null, binary('x'))" -> "arrays of bytes have no missing value",
      "if(id = 7, null, named_struct('re', 1d, 'im', 2d))" -> "arrays of structs have no missing value",
      "named_struct('re', if(id = 7, null, 1d), 'im', 2d)" -> "the array has no missing value"
    ).foreach { case (column, message) =>
      val text = messages(roundTrip(cells(s"$column as v")))
      assert(text.contains(message), column)
      assert(text.contains("into v at a=1, b=2"), column)
    }
  }

  test("cells of every type are replaced one by one; the others keep their values") {
    val rows = cells(
      "id % 3 = 0 as flag",
      "repeat('x', int(id % 4)) as text",
      "timestamp_ntz'2020-01-01 00:00:00' + make_interval(0, 0, 0, int(id)) as local",
      "make_dt_interval(int(id), 1) as duration",
      "named_struct('re', cast(id as double), 'im', 1d) as c"
    )
    for (options <- shapes) {
      val path = roundTrip(rows, options: _*)
      val changed = rows
        .where("a = 1 and b >= 2")
        .selectExpr(
          "a",
          "b",
          "not flag as flag",
          "'neu' as text",
          "local + interval 1 hour as local",
          "-duration as duration",
          "named_struct('re', -1d, 'im', 2d) as c"
        )
      append(changed, path)
      assertSame(load(path).where(isThere), rows.where("not (a = 1 and b >= 2)").union(changed))
    }
  }

  test("strings are coordinates, in the order of their bytes; new ones come last") {
    val names = Seq("Zürich", "Aarau", "zug", "", "Ærø", "中", "Bern")
    val rows = (from: Int, until: Int) =>
      spark
        .range(3)
        .crossJoin(
          spark.createDataFrame(names.zipWithIndex.slice(from, until)).toDF("station", "n")
        )
        .selectExpr("id as day", "station", "cast(id * 10 + n as int) as v")
    for (options <- Seq(Seq("chunks" -> "2,3"), Seq("chunks" -> "1,2", "shards" -> "2,4"))) {
      val path = newPath()
      write(
        rows(0, 5),
        path,
        "errorifexists",
        Seq("dims" -> "day,station", "encoding.v" -> "{\"_FillValue\": -1}") ++ options: _*
      )
      val stored = () =>
        load(path).where("day = 0").orderBy("_index_station").collect().map(_.getString(1)).toSeq
      assert(stored() === Seq("", "Aarau", "Zürich", "zug", "Ærø"))
      assertSame(load(path), rows(0, 5))
      append(rows(3, 7), path)
      assert(stored() === Seq("", "Aarau", "Zürich", "zug", "Ærø", "Bern", "中"))
      assertSame(load(path), rows(0, 7))
      assert(load(path).where("station = '中' and day = 2").head().getInt(2) === 25)
      assert(
        messages(
          append(
            rows(0, 1).selectExpr("day", "'Genf' as station", "v"),
            path,
            "region" -> "true"
          )
        ).contains("The coordinate Genf of the dimension station is not in the grid")
      )
    }
  }

  test("strings and durations are coordinates that options give") {
    val path = newPath()
    val rows = spark
      .range(6)
      .selectExpr(
        "element_at(array('b', 'a'), int(id div 3) + 1) as name",
        "make_dt_interval(0, int(id % 3) * 6) as step",
        "cast(id as double) as v"
      )
    write(
      rows,
      path,
      "errorifexists",
      "dims" -> "name,step",
      "coords.name" -> "b, a",
      "coords.step" -> "PT0S,PT6H,PT12H"
    )
    assertSame(load(path), rows)
    assert(metadata(path.resolve("step")).contains("\"units\" : \"hours\""))
    append(rows.selectExpr("name", "step + interval '1' day as step", "v"), path)
    assert(load(path).where("step >= interval '24' hour").count() === 6)
    assert(
      messages(
        append(rows.selectExpr("name", "step + interval '2:30' hour to minute as step", "v"), path)
      )
        .contains("is not stored, and it does not lie beyond")
    )
  }

  test("local times are coordinates that stay local times; units make instants of them") {
    val rows = spark
      .range(4)
      .selectExpr(
        "timestamp_ntz'2020-01-01 00:00:00' + make_interval(0, 0, 0, 0, int(id)) as t",
        "timestamp_ntz'1999-12-31 00:00:00' as v"
      )
    val path = newPath()
    write(rows, path, "errorifexists", "dims" -> "t")
    assertSame(load(path), rows)
    append(rows.selectExpr("t + interval 1 day as t", "v"), path)
    assert(load(path).count() === 8)
    val cf = newPath()
    val units = "{\"units\": \"days since 1990-01-01\"}"
    write(rows, cf, "errorifexists", "dims" -> "t", "encoding.v" -> units)
    assert(load(cf).schema("v").dataType === TimestampType)
    assert(metadata(cf.resolve("v")).contains("days since 1990-01-01"))
  }

  test(
    "types that no array holds, and arrays that cannot hold a type, are told before anything is written"
  ) {
    val path = newPath()
    def text(column: String, options: (String, String)*): String = {
      val message = messages(
        write(cells(s"$column as v"), path, "errorifexists", Seq("dims" -> "a,b") ++ options: _*)
      )
      assert(!Files.exists(path))
      message
    }
    assert(
      text("array(1, 2)").contains("The column v is ARRAY<INT>, which no array can hold. Cast it")
    )
    assert(text("map('a', 1)").contains("which no array can hold"))
    assert(text("cast(1 as decimal(10,2))").contains("which no array can hold"))
    assert(text("named_struct('a', 'x')").contains("which no array can hold"))
    assert(
      text("true", "encoding.v" -> "{\"dtype\": \"int8\"}").contains("Cannot write BOOLEAN into ")
    )
    assert(
      text("'x'", "encoding.v" -> "{\"dtype\": \"int8\"}").contains(
        "Cast the column, or store another dtype"
      )
    )
    assert(
      messages(
        write(cells("1 as v"), path, "errorifexists", "dims" -> "a,b,v")
      ).contains("no column beside the dimensions")
    )
  }
}
