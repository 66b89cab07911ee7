package io.zarrspark.spark.read;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.spark.schema.CellValues;
import io.zarrspark.spark.vector.BlockColumnVector;
import io.zarrspark.spark.vector.StructVector;
import java.util.Arrays;

/** Arrays of values as chunk data and back, and single values of them. */
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

  /** New elements of the same kind: all zero, or not there yet. */
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

  /** Copies one element. */
  static void copy(ChunkData from, int index, ChunkData to, int at) {
    if (from instanceof ChunkData.Variable bytes) {
      ((ChunkData.Variable) to).values()[at] = bytes.values()[index];
    } else {
      to.setStored(at, from.stored(index));
    }
  }

  /** Sets all elements to one of others. */
  static void fill(ChunkData target, ChunkData from, int index) {
    if (from instanceof ChunkData.Variable bytes) {
      Arrays.fill(((ChunkData.Variable) target).values(), bytes.values()[index]);
    } else {
      target.fill(from.stored(index));
    }
  }

  /** Whether two elements are the same, to the bit. */
  static boolean isSame(ChunkData a, int i, ChunkData b, int j) {
    if (a instanceof ChunkData.Variable bytes) {
      return Arrays.equals(bytes.values()[i], ((ChunkData.Variable) b).values()[j]);
    }
    if (a instanceof ChunkData.Fields fields) {
      for (int f = 0; f < fields.fields().length; f++) {
        if (!isSame(fields.fields()[f], i, ((ChunkData.Fields) b).fields()[f], j)) {
          return false;
        }
      }
      return true;
    }
    return a.stored(i) == b.stored(j);
  }

  /** Binds a vector to values, whose first row becomes row 0. */
  static void bind(BlockColumnVector vector, CellValues cells) {
    if (cells.fields() == null) {
      vector.bind(cells.values().array(), cells.offset(), cells.nulls());
      return;
    }
    vector.bind(null, cells.offset(), cells.nulls());
    for (int i = 0; i < cells.fields().size(); i++) {
      bind(((StructVector) vector).field(i), cells.fields().get(i));
    }
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
