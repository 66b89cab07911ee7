package io.zarrspark.spark

import java.nio.file.Path
import org.apache.spark.sql.DataFrame
import scala.jdk.CollectionConverters._

/** Groups: nested, listed or consolidated, whatever their members are called. */
class GroupsSuite extends SparkSuite {
  override protected def settings: Map[String, String] =
    Map("spark.hadoop.fs.rec.impl" -> classOf[RecordingFileSystem].getName)

  private def array(): TestArray = TestArray.of("int32", 2).dims("x")

  private def one(store: Path, path: String, value: Int = 1): Unit =
    array().write(store, path, _ => Int.box(value))

  private def message(body: => Any): String = {
    val thrown = intercept[Throwable](body)
    Iterator.iterate(thrown)(_.getCause).takeWhile(_ != null).map(_.getMessage).mkString("\n")
  }

  private def names(table: DataFrame): Set[String] = table.columns.toSet - "x"

  test("a nested group is opened by its path or by the option") {
    val store = newDirectory()
    for (group <- Seq("", "a", "a/b c")) TestArray.writeGroup(store, group, "{}")
    one(store, "v")
    one(store, "a/b c/w")
    assert(names(load(store)) === Set("v"))
    for (group <- Seq("a/b c", "/a/b c/"))
      assert(names(load(store, "group" -> group)) === Set("w"))
    assert(names(load(store.resolve("a/b c"))) === Set("w"))
    assert(names(load(store, "group" -> "a/b c/w")) === Set("w"))
    assert(message(load(store, "group" -> "a")).contains("it has the groups [b c]"))
    assert(message(load(store, "group" -> "none")).contains(s"$store/none is not a Zarr node"))
  }

  test("members have any names") {
    val store = newDirectory()
    TestArray.writeGroup(store, "", "{}")
    val all = Seq("a b", "50%25", "x#y", "p+q", "ärger", "t:0", "v?*[1]{2}")
    all.foreach(one(store, _))
    assert(names(load(store)) === all.toSet)
    for (name <- all) assert(load(store.resolve(name)).select(s"`$name`").head().getInt(0) === 1)
  }

  test("siblings that differ by case are two arrays") {
    val store = newDirectory()
    TestArray.writeGroup(store, "", "{}")
    one(store, "air", 1)
    one(store, "Air", 2)
    withSettings("spark.sql.caseSensitive" -> "true") {
      assert(names(load(store)) === Set("air", "Air"))
      val row = load(store).select("air", "Air").head()
      assert((row.getInt(0), row.getInt(1)) === ((1, 2)))
    }
    assert(load(store, "variables" -> "Air").select("Air").head().getInt(0) === 2)
  }

  test("of a large group only the named variables and their coordinates are opened") {
    val store = newDirectory()
    TestArray.writeGroup(store, "", "{}")
    for (k <- 0 until 50) array().writeMetadata(store, s"v$k")
    one(store, "x", 7)
    RecordingFileSystem.reset()
    val table = spark.read.format("zarr").option("variables", "v3,v7").load("rec://" + store)
    val opened = RecordingFileSystem.opened.asScala.map(_.stripPrefix(s"$store/")).toSet
    assert(opened === Set("zarr.json", "v3/zarr.json", "v7/zarr.json", "x/zarr.json"))
    assert(table.columns === Array("x", "v3", "v7"))
    val text = message(spark.read.format("zarr").option("variables", "w").load("rec://" + store))
    assert(text.contains("has no array named w; it has [v0, v1, v10, "), text)
  }

  private def consolidated(): Path = {
    val store = newDirectory()
    TestArray.writeConsolidated(store, Map("v" -> array()).asJava)
    one(store, "v")
    store
  }

  test("the option consolidated asks for the copy, or for what is there") {
    val store = consolidated()
    one(store, "w")
    assert(names(load(store)) === Set("v"))
    assert(names(load(store, "consolidated" -> "true")) === Set("v"))
    assert(names(load(store, "consolidated" -> "false")) === Set("v", "w"))
    val plain = newDirectory()
    TestArray.writeGroup(plain, "", "{}")
    one(plain, "v")
    assert(
      message(load(plain, "consolidated" -> "true"))
        .contains(s"$plain has no consolidated metadata, which the option consolidated asks for")
    )
    assert(
      message(load(store, "consolidated" -> "maybe"))
        .contains("""The option consolidated is "maybe" but must be true, false or verify""")
    )
  }

  test("a stale copy is found when told to look") {
    val store = consolidated()
    def verified() = load(store, "consolidated" -> "verify")
    assert(names(verified()) === Set("v"))
    one(store, "w")
    assert(
      message(verified()).contains(s"$store: the consolidated metadata is stale: w is not in it")
    )
    val changed = consolidated()
    TestArray.of("int32", 3).dims("x").writeMetadata(changed, "v")
    assert(
      message(load(changed, "consolidated" -> "verify"))
        .contains(s"$changed: the consolidated metadata is stale: v has other metadata now")
    )
    val gone = consolidated()
    java.nio.file.Files.delete(gone.resolve("v/zarr.json"))
    assert(
      message(load(gone, "consolidated" -> "verify"))
        .contains(s"$gone: the consolidated metadata is stale: v does not exist any more")
    )
  }

  test("a copy is used whatever the order of its keys") {
    val store = consolidated()
    val document = java.nio.file.Files.readString(store.resolve("zarr.json"))
    val v = array().document()
    val reordered = document
      .replace(s""""v":$v""", s""""v":$v,"g/w":$v,"g":{"node_type":"group","zarr_format":3}""")
    java.nio.file.Files.writeString(store.resolve("zarr.json"), reordered)
    assert(names(load(store)) === Set("v"))
  }

  test("a one-dimensional array longer than an int, in large shards, is read at its end") {
    val store = newDirectory()
    val shard = 1 << 28
    val length = (1L << 33) + 5
    val huge = TestArray.of("uint8", length).chunks(shard).inner(1 << 16).dims("x")
    val opened = huge.writeMetadata(store, "v")
    // The last shard: an index of which only the first inner chunk is there, at the start.
    val entries = shard / (1 << 16)
    val bytes = java.nio.ByteBuffer
      .allocate((1 << 16) + entries * 16 + 4)
      .order(java.nio.ByteOrder.LITTLE_ENDIAN)
    for (k <- 0 until (1 << 16)) bytes.put((k % 100).toByte)
    val start = bytes.position()
    bytes.putLong(0).putLong(1 << 16)
    for (_ <- 1 until entries) bytes.putLong(-1).putLong(-1)
    val crc = new java.util.zip.CRC32C
    crc.update(bytes.array, start, entries * 16)
    bytes.putInt(crc.getValue.toInt)
    val key = opened.objectKey(Array(length / shard))
    assert(key === "v/c/32")
    java.nio.file.Files.createDirectories(store.resolve("v/c"))
    java.nio.file.Files.write(store.resolve(key), bytes.array)
    val rows = load(store.resolve("v")).where(s"x >= ${length - 3}").collect()
    assert(
      rows.map(r => (r.getLong(0), r.getShort(1).toInt)) ===
        Array((length - 3, 2), (length - 2, 3), (length - 1, 4))
    )
  }
}
