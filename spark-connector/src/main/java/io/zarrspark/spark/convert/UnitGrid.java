package io.zarrspark.spark.convert;

import java.io.Serializable;

/**
 * The units of work of a pass over an array, numbered in C order. A unit is a box of stored objects
 * of the target: the cells it needs are read once, and its objects are held until all of them have
 * arrived.
 *
 * @param source the array that is read
 * @param target the array that is written
 * @param objectsPerUnit target objects of a unit along each dimension
 */
record UnitGrid(GridShape source, GridShape target, int[] objectsPerUnit) implements Serializable {

  /** Cells of a unit along a dimension; those at the upper edge may have fewer. */
  long extent(int dimension) {
    return (long) objectsPerUnit[dimension] * target.objectShape()[dimension];
  }

  /** Units along a dimension. */
  long units(int dimension) {
    return GridShape.ceilDiv(target.shape()[dimension], extent(dimension));
  }

  /** Number of units; the largest long if there are more. */
  long units() {
    long units = 1;
    for (int d = 0; d < target.rank(); d++) {
      units = GridShape.saturatedProduct(units, units(d));
    }
    return units;
  }

  /** Target objects that a unit holds at once. */
  long objectsOfUnit() {
    return GridShape.product(objectsPerUnit);
  }

  /** Position in the grid of units. */
  long[] position(long unit) {
    long[] position = new long[target.rank()];
    long rest = unit;
    for (int d = position.length - 1; d >= 0; d--) {
      position[d] = rest % units(d);
      rest /= units(d);
    }
    return position;
  }

  /**
   * How often blocks of the source are decoded, over how many there are: 1 is the least. A block is
   * decoded once for every unit that it reaches into.
   */
  double readAmplification() {
    double amplification = 1;
    for (int d = 0; d < target.rank(); d++) {
      amplification *= amplification(d, objectsPerUnit[d]);
    }
    return amplification;
  }

  /** The same along one dimension, with other units. */
  double amplification(int dimension, long objects) {
    long blocks = source.blocks(dimension);
    if (blocks == 0) {
      return 1;
    }
    long unit = objects * target.objectShape()[dimension];
    long block = source.blockShape()[dimension];
    long boundaries = GridShape.ceilDiv(target.shape()[dimension], unit) - 1;
    // The boundary after unit k lies at k * unit, which is one of blocks once in so many.
    long common = block / gcd(unit, block);
    long cuts = boundaries - boundaries / common;
    return (double) (blocks + cuts) / blocks;
  }

  static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /**
   * Whether several units read the same blocks, which tasks of one process then decode for each
   * other; not those of shards, of which each task fetches many at once.
   */
  boolean isReadTogether() {
    return readAmplification() > 1 && !source.hasShards();
  }

  /**
   * Most bytes that a task holds at once: the decoded objects of a unit; and on top the larger of
   * what reading adds (the encoded bytes that are fetched together, a block decoded, twice more
   * while array codecs or a conversion work on it, and once for other tasks) and what writing adds
   * (an encoded object three times while its array grows; without shards what codecs make of it
   * instead; of either two buffers are kept).
   */
  long peakBytes() {
    long held = GridShape.saturatedProduct(objectsOfUnit(), target.objectBytes());
    long fetched =
        source.hasShards()
            ? Math.min(
                source.objectBytes(),
                Math.max(source.blockBytes(), io.zarrspark.BoxReader.FETCHED_TOGETHER_BYTES))
            : source.blockBytes();
    // Decoded, twice for codecs and a conversion, and once for other tasks.
    long decoded = (isReadTogether() ? 4 : 3) * Math.min(source.blockBytes(), Long.MAX_VALUE / 5);
    long reading = saturatedSum(fetched, decoded);
    long object = Math.min(target.objectBytes(), Long.MAX_VALUE / 4);
    // The bytes of a shard are kept for the next one, and copied when their array grows.
    long writing = (target.hasShards() ? 3 : 4) * object;
    long kept = 2 * object;
    return saturatedSum(held, Math.max(saturatedSum(reading, kept), writing));
  }

  private static long saturatedSum(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }
}
