package io.zarrspark.spark.storage

import io.zarrspark.spark.SparkSuite
import io.zarrspark.spark.TestArray
import io.zarrspark.spark.io.BlockHosts
import io.zarrspark.spark.io.Stores
import io.zarrspark.store.Store
import java.nio.file.Files
import java.nio.file.Path
import java.security.PrivilegedExceptionAction
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{Path => HadoopPath}
import org.apache.hadoop.fs.permission.FsPermission
import org.apache.hadoop.hdfs.MiniDFSCluster
import org.apache.hadoop.security.UserGroupInformation
import scala.jdk.CollectionConverters._

/** Stores on HDFS, with its servers in this process. */
class HdfsSuite extends SparkSuite {
  private var cluster: MiniDFSCluster = _

  override def beforeAll(): Unit = {
    super.beforeAll()
    val configuration = new Configuration()
    configuration.set("hdfs.minidfs.basedir", newDirectory().toString)
    cluster = new MiniDFSCluster.Builder(configuration).numDataNodes(1).build()
  }

  override def afterAll(): Unit = {
    cluster.shutdown()
    super.afterAll()
  }

  private def root = s"hdfs://127.0.0.1:${cluster.getNameNodePort}"

  private def configuration: Configuration = spark.sparkContext.hadoopConfiguration

  private def store(path: String): Store = Stores.open(s"$root/$path", configuration)

  private def putFolder(path: String, folder: Path): Unit = {
    val opened = store(path)
    val walk = Files.walk(folder)
    try
      walk.iterator.asScala
        .filter(Files.isRegularFile(_))
        .foreach(file => opened.put(folder.relativize(file).toString, Files.readAllBytes(file)))
    finally walk.close()
  }

  test("a sharded store and one with absent chunks read as they do from the disk") {
    for (name <- Seq("navy_winds.zarr", "coads.zarr")) {
      putFolder(name, examples.resolve(name))
      val there = spark.read.format("zarr").load(s"$root/$name")
      val here = load(examples.resolve(name))
      val hashes = here.columns.map(column => s"sum(hash(`$column`))")
      assert(there.selectExpr(hashes: _*).collect() === here.selectExpr(hashes: _*).collect())
    }
  }

  test("a put replaces, and leaves nothing else behind") {
    val opened = store("put")
    opened.put("a b/50%25+#ä", Array[Byte](1))
    opened.put("a b/50%25+#ä", Array[Byte](2, 3))
    assert(opened.get("a b/50%25+#ä").get === Array[Byte](2, 3))
    val names = cluster.getFileSystem
      .listStatus(new HadoopPath("/put/a b"))
      .map(_.getPath.getName)
    assert(names === Array("50%25+#ä"))
    assert(opened.delete("a b/50%25+#ä"))
    assert(!opened.delete("a b/50%25+#ä"))
    assert(opened.get("a b/50%25+#ä").isEmpty)
  }

  test("groups are listed by their names, whatever is in them") {
    val opened = store("names")
    val names = Seq("A", "a", "a b", "50%25", "x#y", "p+q", "ärger")
    names.foreach(name => opened.put(name + "/zarr.json", new Array[Byte](1)))
    opened.put("zarr.json", new Array[Byte](1))
    assert(opened.childNames("").asScala === names.sorted)
    intercept[java.io.FileNotFoundException](opened.childNames("none"))
  }

  test("what lies below a key is listed and deleted by the segments of keys") {
    val opened = store("segments")
    val keys = Seq("v/c/1/0", "v/c/1/1", "v/c/10/0", "v/c/1.x", "v2/c/1/0", "v/zarr.json")
    keys.foreach(opened.put(_, Array[Byte](1)))
    assert(opened.list("").asScala === keys.sorted)
    assert(opened.list("v/c/1").asScala === Seq("v/c/1/0", "v/c/1/1"))
    assert(opened.list("none").isEmpty)
    opened.deleteAll("v/c/1")
    assert(opened.list("v").asScala === Seq("v/c/1.x", "v/c/10/0", "v/zarr.json"))
    assert(opened.get("v/c/1/0").isEmpty)
    opened.deleteAll("v")
    opened.deleteAll("none")
    assert(opened.list("").asScala === Seq("v2/c/1/0"))
    opened.deleteAll("")
    assert(opened.list("").isEmpty)
  }

  test("a key below a file, or of a directory, is absent; an empty file is an object") {
    val opened = store("below")
    opened.put("a/b", Array.emptyByteArray)
    assert(opened.open("a/b/c").isEmpty)
    assert(opened.open("a").isEmpty)
    assert(opened.get("a/b").get.isEmpty)
  }

  test("what may not be read is an error") {
    store("denied").put("v/zarr.json", TestArray.of("int32", 2).document().getBytes)
    val files = cluster.getFileSystem
    files.setPermission(new HadoopPath("/denied/v"), new FsPermission("000"))
    val user = UserGroupInformation.createUserForTesting("somebody", Array("nobodies"))
    val thrown = intercept[java.io.IOException] {
      user.doAs(new PrivilegedExceptionAction[Object] {
        override def run(): Object = store("denied").get("v/zarr.json")
      })
    }
    assert(thrown.getMessage.startsWith(s"Cannot read $root/denied/v/zarr.json: "))
    assert(thrown.getMessage.contains("Permission denied: user=somebody"))
  }

  test("a task prefers the hosts of its first object") {
    store("hosts").put("a", new Array[Byte](10))
    val hosts = BlockHosts.of(s"$root/hosts", configuration).get
    val all = cluster.getFileSystem
      .getFileBlockLocations(new HadoopPath("/hosts/a"), 0, 1)
      .flatMap(_.getHosts)
    assert(all.nonEmpty)
    assert(hosts.hosts("a") === all.filterNot(_ == "localhost"))
    assert(hosts.hosts("none").isEmpty)
  }
}
