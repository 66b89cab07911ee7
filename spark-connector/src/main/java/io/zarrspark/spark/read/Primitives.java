package io.zarrspark.spark.read;

import io.zarrspark.chunk.ChunkData;
import java.util.Arrays;

/** The arrays that columns consist of as chunk data and back. */
final class Primitives {
  private Primitives() {}

  static ChunkData wrap(Object array) {
    if (array instanceof byte[] values) {
      return new ChunkData.Bytes(values);
    }
    if (array instanceof short[] values) {
      return new ChunkData.Shorts(values);
    }
    if (array instanceof int[] values) {
      return new ChunkData.Ints(values);
    }
    if (array instanceof long[] values) {
      return new ChunkData.Longs(values);
    }
    if (array instanceof float[] values) {
      return new ChunkData.Floats(values);
    }
    if (array instanceof byte[][] values) {
      return new ChunkData.Variable(values);
    }
    return new ChunkData.Doubles((double[]) array);
  }

  /** New elements of the same type, all zero, or absent where they are of variable length. */
  static ChunkData like(ChunkData data, int length) {
    if (data instanceof ChunkData.Bytes) {
      return new ChunkData.Bytes(new byte[length]);
    }
    if (data instanceof ChunkData.Shorts) {
      return new ChunkData.Shorts(new short[length]);
    }
    if (data instanceof ChunkData.Ints) {
      return new ChunkData.Ints(new int[length]);
    }
    if (data instanceof ChunkData.Longs) {
      return new ChunkData.Longs(new long[length]);
    }
    if (data instanceof ChunkData.Floats) {
      return new ChunkData.Floats(new float[length]);
    }
    if (data instanceof ChunkData.Variable) {
      return new ChunkData.Variable(new byte[length][]);
    }
    return new ChunkData.Doubles(new double[length]);
  }

  /** Sets all elements to one of others of the same type. */
  static void fill(ChunkData data, ChunkData from, int index) {
    if (data instanceof ChunkData.Variable variable) {
      Arrays.fill(variable.values(), ((ChunkData.Variable) from).values()[index]);
    } else {
      data.fill(from.stored(index));
    }
  }

  /** Whether two elements are the same, numbers to the bit. */
  static boolean isSame(ChunkData a, int i, ChunkData b, int j) {
    return a instanceof ChunkData.Variable left && b instanceof ChunkData.Variable right
        ? Arrays.equals(left.values()[i], right.values()[j])
        : a.stored(i) == b.stored(j);
  }

  /** A flag per byte, set where the byte is not 0. */
  static boolean[] flags(ChunkData bytes) {
    byte[] values = ((ChunkData.Bytes) bytes).values();
    boolean[] flags = new boolean[values.length];
    for (int i = 0; i < flags.length; i++) {
      flags[i] = values[i] != 0;
    }
    return flags;
  }
}
