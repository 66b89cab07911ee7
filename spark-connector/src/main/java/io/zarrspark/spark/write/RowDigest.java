package io.zarrspark.spark.write;

import java.io.Serializable;

/**
 * How many rows, and a sum over their coordinates that does not depend on their order: equal for
 * two passes over the same rows.
 */
record RowDigest(long rows, long checksum) implements Serializable {
  static final RowDigest NONE = new RowDigest(0, 0);

  RowDigest plus(RowDigest other) {
    return new RowDigest(rows + other.rows, checksum + other.checksum);
  }

  /** Part of a row's checksum, after those of the dimensions before. */
  static long next(long sum, long code) {
    return Mixing.mix(sum * 31 + code);
  }
}
