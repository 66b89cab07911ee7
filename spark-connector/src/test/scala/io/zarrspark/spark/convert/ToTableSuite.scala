package io.zarrspark.spark.convert

import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.Paths
import org.apache.hadoop.conf.Configuration
import org.apache.parquet.hadoop.ParquetFileReader
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.spark.sql.DataFrame
import scala.jdk.CollectionConverters._

/** Scans that become Parquet column by column: the tables that Spark's own writer makes. */
class ToTableSuite extends ConvertSuite {

  /** All types that are written so; NULLs, NaN, both zeros, times before 1970. */
  private def store(rows: Long): Path = {
    val path = newDirectory().resolve("types.zarr")
    spark
      .range(rows)
      .selectExpr(
        "timestamp_millis((id div 50 - 40) * 21600000) as time",
        "cast(id % 50 as double) * 0.36 - 9 as x",
        "cast(id % 100 - 50 as byte) as i1",
        "cast(id * 7 % 30000 as short) as i2",
        "hash(id) as i4",
        "id * 100000000007 as i8",
        "case when id % 11 = 0 then null when id % 13 = 0 then float('NaN')" +
          " when id % 17 = 0 then float(-0.0) else cast(sin(id) as float) end as f4",
        "cos(id) as f8",
        "if(id % 3 = 0, null, timestamp_micros(id * 1234567 - 5000000000)) as seen",
        "timestamp_ntz'2000-01-01 00:00:00' + make_dt_interval(0, 0, 0, id) as ntz",
        "make_dt_interval(0, 0, 0, id - 100) as lasted"
      )
      .write
      .format("zarr")
      .option("dims", "time,x")
      .option("chunks", "time=30,x=20")
      .option("encoding.f4", """{"_FillValue": -999}""")
      .save(path.toString)
    path
  }

  private def parquetFiles(table: Path): Seq[Path] =
    Files.list(table).iterator.asScala.filter(_.toString.endsWith(".parquet")).toSeq

  private def assertSameRows(actual: DataFrame, expected: DataFrame): Unit = {
    // Compared as text of bits, for NaN and the zeros.
    def bits(frame: DataFrame) =
      frame.selectExpr(
        expected.schema.fields.toSeq.map { field =>
          val name = s"`${field.name}`"
          field.dataType.typeName match {
            case "float" | "double" => s"hex(cast($name as string)) as $name"
            case _                  => name
          }
        }: _*
      )
    assert(
      actual.schema.map(f => (f.name, f.dataType)) === expected.schema.map(f =>
        (f.name, f.dataType)
      )
    )
    assert(bits(actual).exceptAll(bits(expected)).count() === 0)
    assert(bits(expected).exceptAll(bits(actual)).count() === 0)
  }

  for (codec <- Seq("zstd", "snappy", "gzip", "none"))
    test(s"a scan becomes the table that Spark's writer makes, $codec") {
      val source = store(12345)
      val table = newDirectory().resolve("t.parquet")
      val run =
        convert(
          "to-table",
          source.toString,
          table.toString,
          "--table-option",
          s"compression=$codec"
        )
      assert(run.report.get("rows").asLong === 247 * 50)
      val rows = load(source)
      val theirs = newDirectory().resolve("theirs.parquet").toString
      rows.write.parquet(theirs)
      assertSameRows(spark.read.parquet(table.toString), spark.read.parquet(theirs))
      assert(Files.exists(table.resolve("_SUCCESS")))
      assert(parquetFiles(table).nonEmpty)
      assert(
        Files.list(table.getParent).iterator.asScala.map(_.getFileName.toString).toSeq ===
          Seq("t.parquet")
      )
    }

  test("row groups, pages and what they say of their values") {
    val source = newDirectory().resolve("large.zarr")
    spark
      .range(3000000)
      .selectExpr("id div 1000 as y", "id % 1000 as x", "if(id % 9 = 0, null, id / 7) as v")
      .write
      .format("zarr")
      .options(Map("dims" -> "y,x", "shape" -> "y=3000,x=1000", "chunks" -> "500,1000"))
      .option("encoding.v", """{"_FillValue": -1}""")
      .save(source.toString)
    val table = newDirectory().resolve("t.parquet")
    convert("to-table", source.toString, table.toString)
    val written = spark.read.parquet(table.toString)
    assert(written.count() === 3000000)
    val sums = Seq("sum(v)", "count(v)", "sum(y * 3 + x)", "min(v)", "max(v)")
    val of = (frame: DataFrame) => frame.selectExpr(sums: _*).head()
    assert(of(written.where("v > 1000")) === of(load(source).where("v > 1000")))
    assert(of(written.where("y = 1234")) === of(load(source).where("y = 1234")))
    val groups = parquetFiles(table).flatMap { file =>
      val input = HadoopInputFile.fromPath(
        new org.apache.hadoop.fs.Path(file.toUri),
        new Configuration(false)
      )
      val reader = ParquetFileReader.open(input)
      try reader.getFooter.getBlocks.asScala.toSeq
      finally reader.close()
    }
    assert(groups.map(_.getRowCount).sum === 3000000)
    val v = groups.flatMap(_.getColumns.asScala.filter(_.getPath.toDotString == "v"))
    assert(v.map(_.getStatistics.getNumNulls).sum === 333334)
    val y = groups.flatMap(_.getColumns.asScala.filter(_.getPath.toDotString == "y"))
    assert(y.forall(_.getStatistics.hasNonNullValue))
    assert(y.forall(_.hasDictionaryPage) && v.forall(!_.hasDictionaryPage))
  }

  test("conditions, columns and modes") {
    val source = store(2000)
    val table = newDirectory().resolve("t.parquet")
    def toTable(options: String*): Unit = {
      convert(Seq("to-table", source.toString, table.toString) ++ options: _*)
      ()
    }
    toTable("--where", "x < 0", "--select", "time", "--select", "x", "--select", "f8")
    val some = load(source).where("x < 0").select("time", "x", "f8")
    assertSameRows(spark.read.parquet(table.toString), some)
    toTable("--mode", "append", "--select", "time", "--select", "x", "--select", "f8")
    val both = some.union(load(source).select("time", "x", "f8"))
    assertSameRows(spark.read.parquet(table.toString), both)
    toTable("--mode", "overwrite")
    assertSameRows(spark.read.parquet(table.toString), load(source))
    val message = refusal("to-table", source.toString, table.toString)
    assert(message.contains("already exists. Choose --mode append or overwrite"), message)
  }

  test("a chunk that cannot be read leaves the old table, or none") {
    val source = store(2000)
    val chunk = Files.list(source.resolve("f8/c/0")).iterator.asScala.toSeq.sorted.head
    Files.write(chunk, Array[Byte](1, 2, 3))
    val folder = newDirectory()
    val table = folder.resolve("t.parquet").toString
    assert(refusal("to-table", source.toString, table).contains("types.zarr/f8"))
    assert(Files.list(folder).count() === 0)
    spark.range(3).write.parquet(table)
    refusal("to-table", source.toString, table, "--mode", "overwrite")
    assert(spark.read.parquet(table).count() === 3)
    assert(Files.list(Paths.get(table).getParent).count() === 1)
  }
}
