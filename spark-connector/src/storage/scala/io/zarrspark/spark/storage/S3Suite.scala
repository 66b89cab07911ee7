package io.zarrspark.spark.storage

import scala.util.Failure
import scala.util.Success
import scala.util.Try

/** With the input streams that s3a has by default. */
class S3Suite extends S3Tests(None) {

  test("a virtual chunk is read if its object has the ETag that was noted, and else an error") {
    server.put("zarr-virtual", "", Array.empty)
    server.put("zarr-virtual", "a b/tagged.bin", Array.tabulate(8)(_.toByte))
    server.putFolder(bucket, "tagged", icechunk)
    val tagged = s3("tagged", "branch" -> "dev", "variables" -> "tagged")
    assert(tagged.where("tagged_x = 0").select("tagged").head.getInt(0) === 0x03020100)
    val thrown = Try(tagged.collect()) match {
      case Failure(e) => Iterator.iterate(e)(_.getCause).takeWhile(_ != null).mkString("\n")
      case Success(_) => ""
    }
    assert(
      thrown.contains(
        s"Cannot read s3a://$bucket/tagged/tagged/c/1: s3://zarr-virtual/a b/tagged.bin has changed" +
          " since the reference to it was made: its ETag is "
      ),
      thrown
    )
  }
}
