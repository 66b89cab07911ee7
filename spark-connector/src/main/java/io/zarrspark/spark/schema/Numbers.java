package io.zarrspark.spark.schema;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.NumberType;

/** Copies widened elements to an array of another primitive type. */
final class Numbers {
  private Numbers() {}

  /** Integers as longs, unsigned 64-bit ones by their bits. */
  static long[] toLongs(ChunkData values, int offset, int length) {
    long[] longs = new long[length];
    if (values instanceof ChunkData.Bytes data) {
      for (int i = 0; i < length; i++) {
        longs[i] = data.values()[offset + i];
      }
    } else if (values instanceof ChunkData.Shorts data) {
      for (int i = 0; i < length; i++) {
        longs[i] = data.values()[offset + i];
      }
    } else if (values instanceof ChunkData.Ints data) {
      for (int i = 0; i < length; i++) {
        longs[i] = data.values()[offset + i];
      }
    } else if (values instanceof ChunkData.Longs data) {
      System.arraycopy(data.values(), offset, longs, 0, length);
    } else {
      throw new IllegalArgumentException("floats are not copied to longs");
    }
    return longs;
  }

  static double[] toDoubles(NumberType dataType, ChunkData values, int offset, int length) {
    double[] doubles = new double[length];
    if (values instanceof ChunkData.Doubles data) {
      System.arraycopy(data.values(), offset, doubles, 0, length);
    } else if (values instanceof ChunkData.Floats data) {
      for (int i = 0; i < length; i++) {
        doubles[i] = data.values()[offset + i];
      }
    } else {
      long[] longs = toLongs(values, offset, length);
      for (int i = 0; i < length; i++) {
        doubles[i] = longs[i];
      }
      if (dataType == NumberType.UINT64) {
        for (int i = 0; i < length; i++) {
          if (longs[i] < 0) {
            // Halved with the lowest bit kept, so that doubling rounds as one step would.
            doubles[i] = ((longs[i] >>> 1) | (longs[i] & 1)) * 2.0;
          }
        }
      }
    }
    return doubles;
  }
}
