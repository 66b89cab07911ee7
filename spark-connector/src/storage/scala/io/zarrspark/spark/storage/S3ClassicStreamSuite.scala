package io.zarrspark.spark.storage

import org.scalatest.Args
import org.scalatest.Status
import org.scalatest.SucceededStatus

/** With the older streams, where they are not the default. */
class S3ClassicStreamSuite extends S3Tests(Some("classic")) {
  override def run(testName: Option[String], args: Args): Status =
    if (S3Tests.hasAnalytics) super.run(testName, args) else SucceededStatus
}
