package io.zarrspark.spark.convert;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.FloatFormat;
import io.zarrspark.type.NumberType;

/** Numbers of any type as doubles, a tile at a time. Integers of 64 bits are rounded. */
final class NumberTiles {
  private NumberTiles() {}

  static void load(ChunkData data, NumberType type, int from, double[] tile, int n) {
    if (data instanceof ChunkData.Floats floats) {
      for (int i = 0; i < n; i++) {
        tile[i] = floats.values()[from + i];
      }
    } else if (data instanceof ChunkData.Doubles doubles) {
      System.arraycopy(doubles.values(), from, tile, 0, n);
    } else if (type.isFloat()) {
      FloatFormat format = type.floatFormat();
      for (int i = 0; i < n; i++) {
        tile[i] = format.toDouble(data.stored(from + i) & type.mask());
      }
    } else if (type == NumberType.UINT64) {
      for (int i = 0; i < n; i++) {
        long stored = data.stored(from + i);
        tile[i] = stored >= 0 ? stored : (stored >>> 1 | stored & 1) * 2.0;
      }
    } else {
      for (int i = 0; i < n; i++) {
        tile[i] = type.extend(data.stored(from + i) & type.mask());
      }
    }
  }
}
