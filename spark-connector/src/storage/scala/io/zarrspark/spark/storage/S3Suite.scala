package io.zarrspark.spark.storage

/** With the input streams that s3a has by default. */
class S3Suite extends S3Tests(None)
