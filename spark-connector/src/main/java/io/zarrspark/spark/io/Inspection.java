package io.zarrspark.spark.io;

/** The tables about a store. */
public enum Inspection {
  /** A row per array of the node and of the groups below. */
  ARRAYS,
  /** A row per stored object of the grid: a chunk, or a shard. */
  CHUNKS,
  /** A row per inner chunk. */
  SHARDS
}
