package io.zarrspark.spark

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.ObjectMapper
import java.nio.file.Files
import java.nio.file.Path
import org.apache.spark.sql.DataFrame

/** Rows become stores of Zarr v2. */
class WriteVersion2Suite extends WritingSuite {
  private val version2 = "zarrFormat" -> "2"

  private def json(file: Path): JsonNode = new ObjectMapper().readTree(Files.readAllBytes(file))

  private def zarray(store: Path, array: String): JsonNode =
    json(store.resolve(array).resolve(".zarray"))

  /** A row per type that a store of v2 can hold; cells of zeros and NULLs among them. */
  private def types: DataFrame =
    spark
      .range(24)
      .selectExpr(
        "id div 4 as y",
        "concat('s', id % 4) as station",
        "cast(0 as short) as zeros",
        "if(id % 5 = 0, null, cast(id as float) / 7) as f",
        "id % 3 = 0 as flag",
        "concat('t', repeat('é', int(id % 3))) as text",
        "cast(repeat('b', int(id % 4)) as binary) as bytes",
        "timestamp_millis(id * 1000) as seen",
        "id * 4000000000 as big"
      )

  for (consolidated <- Seq(true, false))
    test(s"a new store of Zarr v2 reads back to the bit, consolidated: $consolidated") {
      val path = newPath()
      val options = Seq(version2, "consolidated" -> consolidated.toString, "chunks" -> "2,2,3")
      write(winds(5, 3, 4), path, "errorifexists", options: _*)
      assertSame(load(path), winds(5, 3, 4))
      assert(!Files.exists(path.resolve("zarr.json")))
      assert(Files.exists(path.resolve(".zmetadata")) === consolidated)
      assert(json(path.resolve(".zgroup")).get("zarr_format").asInt === 2)
      assert(zarray(path, "t2m").get("chunks").toString === "[2,2,3]")
      assert(Files.exists(path.resolve("t2m/0.0.0")))
    }

  test("all types that Zarr v2 has, and what stands for NULL") {
    val path = newPath()
    write(types, path, "errorifexists", version2, "dims" -> "y,station", "chunks" -> "6,3")
    assertSame(load(path), types)
    assert(zarray(path, "text").get("dtype").asText === "|O")
    assert(zarray(path, "flag").get("dtype").asText === "|b1")
    assert(zarray(path, "f").get("fill_value").asText === "NaN")
    // Readers are told of no fill value, so that cells of zeros are stored.
    assert(zarray(path, "zeros").get("fill_value").isNull)
    assert(Files.exists(path.resolve("zeros/0.0")) && Files.exists(path.resolve("zeros/0.1")))
  }

  test("rows are appended to a store of Zarr v2 that was written so") {
    val path = newPath()
    write(types.where("y < 4"), path, "errorifexists", version2, "dims" -> "y,station")
    types.where("y >= 4").write.format("zarr").mode("append").save(path.toString)
    assertSame(load(path), types)
    assert(zarray(path, "zeros").get("shape").toString === "[6,4]")
  }

  test("a store of either version is replaced by one of the other") {
    val path = newPath()
    write(winds(2, 3, 4), path, "errorifexists")
    write(winds(3, 3, 4), path, "overwrite", version2)
    assertSame(load(path), winds(3, 3, 4))
    write(winds(4, 3, 4), path, "overwrite")
    assertSame(load(path), winds(4, 3, 4))
    assert(!Files.exists(path.resolve(".zgroup")))
  }

  test("what Zarr v2 has not is refused before a byte is written") {
    val path = newPath()
    def refused(options: (String, String)*): String =
      messages(write(winds(2, 3, 4), path, "errorifexists", version2 +: options: _*))
    val without = "The option zarrFormat is 2, but Zarr v2 has neither shards nor the codecs"
    assert(refused("shards" -> "2,3,4").contains(without))
    assert(refused("pack.t2m" -> "int16", "maxAbsError.t2m" -> "1").contains(without))
    assert(
      refused(
        "encoding.t2m" -> """{"compressors": {"name": "crc32c", "configuration": {}}}"""
      ).contains("Zarr v2 has no codec crc32c. Choose other codecs")
    )
    assert(files(path.getParent) === Nil)
  }
}
