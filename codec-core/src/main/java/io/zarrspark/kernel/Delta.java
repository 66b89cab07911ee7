package io.zarrspark.kernel;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.NumberType;
import java.util.Objects;

/**
 * Differences of neighbours and their running sums, in the arithmetic of a NumPy type: integers
 * wrap, floats are rounded at every step, one after the other.
 */
public final class Delta {
  private Delta() {}

  /** The first element, then each minus the one before. */
  public static ChunkData differences(NumberType type, ChunkData elements) {
    int n = elements.length();
    if (elements instanceof ChunkData.Bytes data) {
      byte[] x = data.values();
      byte[] d = x.clone();
      for (int i = 1; i < n; i++) {
        d[i] = (byte) (x[i] - x[i - 1]);
      }
      return new ChunkData.Bytes(d);
    } else if (elements instanceof ChunkData.Shorts data) {
      short[] x = data.values();
      short[] d = x.clone();
      boolean half = isHalf(type);
      for (int i = 1; i < n; i++) {
        d[i] = half ? minusHalf(x[i], x[i - 1]) : (short) (x[i] - x[i - 1]);
      }
      return new ChunkData.Shorts(d);
    } else if (elements instanceof ChunkData.Ints data) {
      int[] x = data.values();
      int[] d = x.clone();
      for (int i = 1; i < n; i++) {
        d[i] = x[i] - x[i - 1];
      }
      return new ChunkData.Ints(d);
    } else if (elements instanceof ChunkData.Longs data) {
      long[] x = data.values();
      long[] d = x.clone();
      for (int i = 1; i < n; i++) {
        d[i] = x[i] - x[i - 1];
      }
      return new ChunkData.Longs(d);
    } else if (elements instanceof ChunkData.Floats data) {
      float[] x = data.values();
      float[] d = x.clone();
      for (int i = 1; i < n; i++) {
        d[i] = x[i] - x[i - 1];
      }
      return new ChunkData.Floats(d);
    }
    double[] x = ((ChunkData.Doubles) elements).values();
    double[] d = x.clone();
    for (int i = 1; i < n; i++) {
      d[i] = x[i] - x[i - 1];
    }
    return new ChunkData.Doubles(d);
  }

  /** Undoes {@link #differences}, as far as the arithmetic of floats can be undone. */
  public static ChunkData sums(NumberType type, ChunkData differences) {
    int n = differences.length();
    if (differences instanceof ChunkData.Bytes data) {
      byte[] x = data.values().clone();
      for (int i = 1; i < n; i++) {
        x[i] += x[i - 1];
      }
      return new ChunkData.Bytes(x);
    } else if (differences instanceof ChunkData.Shorts data) {
      short[] x = data.values().clone();
      boolean half = isHalf(type);
      for (int i = 1; i < n; i++) {
        x[i] = half ? plusHalf(x[i - 1], x[i]) : (short) (x[i - 1] + x[i]);
      }
      return new ChunkData.Shorts(x);
    } else if (differences instanceof ChunkData.Ints data) {
      int[] x = data.values().clone();
      for (int i = 1; i < n; i++) {
        x[i] += x[i - 1];
      }
      return new ChunkData.Ints(x);
    } else if (differences instanceof ChunkData.Longs data) {
      long[] x = data.values().clone();
      for (int i = 1; i < n; i++) {
        x[i] += x[i - 1];
      }
      return new ChunkData.Longs(x);
    } else if (differences instanceof ChunkData.Floats data) {
      float[] x = data.values().clone();
      for (int i = 1; i < n; i++) {
        x[i] += x[i - 1];
      }
      return new ChunkData.Floats(x);
    }
    double[] x = ((ChunkData.Doubles) differences).values().clone();
    for (int i = 1; i < n; i++) {
      x[i] += x[i - 1];
    }
    return new ChunkData.Doubles(x);
  }

  private static boolean isHalf(NumberType type) {
    return Objects.requireNonNull(type) == NumberType.FLOAT16;
  }

  private static short minusHalf(short x, short y) {
    return toHalf(TileTransfer.halfToFloat(x) - TileTransfer.halfToFloat(y));
  }

  private static short plusHalf(short x, short y) {
    return toHalf(TileTransfer.halfToFloat(x) + TileTransfer.halfToFloat(y));
  }

  /** Rounds to nearest, ties to even; a sum of halves is as good in float as exact. */
  private static short toHalf(float value) {
    if (!(Math.abs(value) < Float.POSITIVE_INFINITY)) {
      return TileTransfer.floatToHalf(value);
    }
    float quantum = Math.scalb(1f, Math.max(Math.getExponent(value), -14) - 10);
    float rounded = (float) Math.rint(value / quantum) * quantum;
    return TileTransfer.floatToHalf(
        Math.abs(rounded) > 65504 ? Math.copySign(Float.POSITIVE_INFINITY, value) : rounded);
  }
}
