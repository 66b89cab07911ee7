package io.zarrspark.spark.io;

/** What the cells of a chunk that is not stored are. */
public enum MissingChunks {
  /** The array's fill value, as the Zarr specification says. */
  FILL,
  /** NULL. */
  NULL,
  /** A failure of the query. */
  ERROR
}
