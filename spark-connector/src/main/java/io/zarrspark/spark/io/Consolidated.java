package io.zarrspark.spark.io;

/** How the copy that a group may hold of the metadata below is used. */
public enum Consolidated {
  /** If there is one. */
  IF_PRESENT,
  /** It must be there. */
  REQUIRED,
  /** Every node is asked for its own metadata. */
  IGNORED,
  /** It must be there and equal the metadata of every node; costs a request for each. */
  VERIFIED
}
