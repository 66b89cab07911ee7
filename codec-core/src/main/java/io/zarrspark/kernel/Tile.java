package io.zarrspark.kernel;

/** The work space of one pass over about a thousand elements: small enough for the first cache. */
final class Tile {
  static final int SIZE = 1024;

  final long[] longs = new long[SIZE];
  final float[] floats = new float[SIZE];
  final double[] doubles = new double[SIZE];

  /** The value of one unit in the last place of each element while it is rounded. */
  final double[] quanta = new double[SIZE];

  /** The entry of a scalar map that each element equals, or -1. */
  final int[] matches = new int[SIZE];
}
