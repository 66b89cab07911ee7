package io.zarrspark.kernel;

/** The work space of one pass over about a thousand elements: small enough for the first cache. */
final class Tile {
  static final int SIZE = 1024;

  final long[] longs;
  final float[] floats;
  final double[] doubles;

  /** The value of one unit in the last place of each element while it is rounded. */
  final double[] quanta;

  /** The entry of a scalar map that each element equals, or -1. */
  final int[] matches;

  /** A tile for chunks of so many elements; of its full size for larger ones. */
  Tile(int elements) {
    int size = Math.min(SIZE, elements);
    longs = new long[size];
    floats = new float[size];
    doubles = new double[size];
    quanta = new double[size];
    matches = new int[size];
  }
}
