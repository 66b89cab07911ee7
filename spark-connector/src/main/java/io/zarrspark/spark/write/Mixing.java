package io.zarrspark.spark.write;

/** Spreads the bits of longs: for hash tables and checksums. */
final class Mixing {
  private Mixing() {}

  /** The finalizer of MurmurHash3. */
  static long mix(long value) {
    long mixed = value;
    mixed ^= mixed >>> 33;
    mixed *= 0xff51afd7ed558ccdL;
    mixed ^= mixed >>> 33;
    mixed *= 0xc4ceb9fe1a85ec53L;
    return mixed ^ mixed >>> 33;
  }
}
