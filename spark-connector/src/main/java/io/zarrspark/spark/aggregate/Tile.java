package io.zarrspark.spark.aggregate;

import io.zarrspark.chunk.ChunkData;
import java.util.Arrays;

/**
 * Some neighbouring cells of a line, widened to long or double and without those that are NULL, so
 * that one loop per function serves all types.
 */
final class Tile {
  static final int SIZE = 1024;

  /** The values of an integer column; null for a float column. */
  final long[] longs;

  /** The values of a float column, unless {@link #floats} has them; null for an integer column. */
  final double[] doubles;

  /** Where the values lie if they are floats that need no tile; else null. */
  float[] floats;

  /** Element of the first value there. */
  int firstFloat;

  /** The group of each value. */
  final int[] groups = new int[SIZE];

  /** Number of values. */
  int size;

  Tile(boolean isFloat) {
    longs = isFloat ? null : new long[SIZE];
    doubles = isFloat ? new double[SIZE] : null;
  }

  /** Refers to floats that follow each other, for all of them to go to one group. */
  void refer(float[] values, int start, int length) {
    floats = values;
    firstFloat = start;
    size = length;
  }

  /** Loads elements that follow each other, or one element again and again. */
  void load(ChunkData values, int start, int step, int length) {
    floats = null;
    size = length;
    if (step == 0) {
      repeat(values, start);
    } else if (values instanceof ChunkData.Floats data) {
      float[] from = data.values();
      for (int i = 0; i < length; i++) {
        doubles[i] = from[start + i];
      }
    } else if (values instanceof ChunkData.Doubles data) {
      System.arraycopy(data.values(), start, doubles, 0, length);
    } else {
      loadIntegers(values, start, length);
    }
  }

  private void loadIntegers(ChunkData values, int start, int length) {
    if (values instanceof ChunkData.Bytes data) {
      byte[] from = data.values();
      for (int i = 0; i < length; i++) {
        longs[i] = from[start + i];
      }
    } else if (values instanceof ChunkData.Shorts data) {
      short[] from = data.values();
      for (int i = 0; i < length; i++) {
        longs[i] = from[start + i];
      }
    } else if (values instanceof ChunkData.Ints data) {
      int[] from = data.values();
      for (int i = 0; i < length; i++) {
        longs[i] = from[start + i];
      }
    } else {
      System.arraycopy(values.array(), start, longs, 0, length);
    }
  }

  private void repeat(ChunkData values, int element) {
    if (values instanceof ChunkData.Floats data) {
      Arrays.fill(doubles, 0, size, data.values()[element]);
    } else if (values instanceof ChunkData.Doubles data) {
      Arrays.fill(doubles, 0, size, data.values()[element]);
    } else {
      Arrays.fill(longs, 0, size, values.stored(element));
    }
  }

  /** Makes unsigned longs comparable as signed ones, and back. */
  void flipSigns() {
    for (int i = 0; i < size; i++) {
      longs[i] ^= Long.MIN_VALUE;
    }
  }

  void loadGroups(int first, int step) {
    for (int i = 0; i < size; i++) {
      groups[i] = first + i * step;
    }
  }

  /** Closes the gaps that NULLs leave. */
  void dropNulls(boolean[] nulls, int start, int step) {
    size =
        doubles == null
            ? keep(longs, groups, nulls, start, step, size)
            : keep(doubles, groups, nulls, start, step, size);
  }

  // Every value is stored and the next overwrites those that are NULL: without a branch, NULLs that
  // lie scattered cost no more than others.

  private static int keep(
      long[] values, int[] groups, boolean[] nulls, int start, int step, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
      values[kept] = values[i];
      groups[kept] = groups[i];
      kept += nulls[start + i * step] ? 0 : 1;
    }
    return kept;
  }

  private static int keep(
      double[] values, int[] groups, boolean[] nulls, int start, int step, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
      values[kept] = values[i];
      groups[kept] = groups[i];
      kept += nulls[start + i * step] ? 0 : 1;
    }
    return kept;
  }
}
