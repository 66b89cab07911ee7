package io.zarrspark.spark.plan;

/**
 * A grid of blocks of any shape over an array stored in objects of another, and how these blocks
 * are grouped so that few objects are needed by more than one group.
 *
 * <pre>
 *   objects  |        36        |        36        |        36        |
 *   blocks   |    24     |    24     |    24     |    24     | …
 *   groups   |                  72                 |        two objects, three blocks
 * </pre>
 *
 * @param groupShape cells of a group
 * @param blockShape cells of a block, which divides the group's
 */
public record BlockGrid(int[] groupShape, int[] blockShape) {
  /** A group is fetched as a whole: no larger than a task may hold. */
  private static final long MOST_CELLS = 1L << 25;

  /** A plan lists the blocks of one group at a time. */
  private static final long MOST_BLOCKS = 1L << 16;

  /**
   * A grid.
   *
   * @param sizes indices of each dimension
   * @param objectShape cells of a stored object
   * @param wantedShape cells of a block; cut to the array
   */
  public static BlockGrid of(long[] sizes, int[] objectShape, int[] wantedShape) {
    int rank = sizes.length;
    int[] block = new int[rank];
    int[] group = new int[rank];
    for (int d = 0; d < rank; d++) {
      block[d] = (int) Math.max(1, Math.min(wantedShape[d], sizes[d]));
      group[d] = block[d];
    }
    // First up to an object along each dimension, then on to where blocks and objects both end;
    // the fastest dimensions first, as the bytes of their cells lie together.
    for (int d = rank - 1; d >= 0; d--) {
      long object = Math.min(objectShape[d], Math.max(1, sizes[d]));
      group[d] = (int) Math.min(roundUp(object, block[d]), mostWithin(group, block, d));
    }
    for (int d = rank - 1; d >= 0; d--) {
      long whole = roundUp(Math.max(1, sizes[d]), block[d]);
      long size = Math.min(whole, commonMultiple(block[d], objectShape[d]));
      if (size > group[d] && size <= mostWithin(group, block, d)) {
        group[d] = (int) size;
      }
    }
    return new BlockGrid(group, block);
  }

  /** The most cells a group may have along a dimension, given those along the others. */
  private static long mostWithin(int[] group, int[] block, int dimension) {
    double cells = 1;
    double blocks = 1;
    for (int d = 0; d < group.length; d++) {
      if (d != dimension) {
        cells *= group[d];
        blocks *= (double) group[d] / block[d];
      }
    }
    long most = (long) Math.min(Integer.MAX_VALUE, MOST_CELLS / cells) / block[dimension];
    return Math.max(1, Math.min(most, (long) (MOST_BLOCKS / blocks))) * block[dimension];
  }

  private static long roundUp(long size, int multiple) {
    return (size + multiple - 1) / multiple * multiple;
  }

  private static long commonMultiple(long a, long b) {
    long x = a;
    long y = b;
    while (y != 0) {
      long rest = x % y;
      x = y;
      y = rest;
    }
    return a / x * b;
  }
}
