package io.zarrspark.chunk;

/**
 * Copies an n-dimensional box between arrays of different layout: a region of a chunk into another
 * chunk, or a transposition.
 */
public final class StridedCopy {
  private StridedCopy() {}

  /**
   * Copies {@code shape} elements. Strides and offsets are in elements.
   *
   * @throws IllegalArgumentException if the two hold different primitive types
   */
  public static void copy(
      ChunkData source,
      int sourceOffset,
      int[] sourceStrides,
      ChunkData target,
      int targetOffset,
      int[] targetStrides,
      int[] shape) {
    if (source.getClass() != target.getClass()) {
      throw new IllegalArgumentException(
          source.getClass().getSimpleName()
              + " are copied to "
              + target.getClass().getSimpleName());
    }
    if (Shapes.isEmpty(shape)) {
      return;
    }
    if (source instanceof ChunkData.Fields from && target instanceof ChunkData.Fields to) {
      for (int i = 0; i < from.fields().length; i++) {
        copy(
            from.fields()[i],
            sourceOffset,
            sourceStrides,
            to.fields()[i],
            targetOffset,
            targetStrides,
            shape);
      }
      return;
    }
    int rank = shape.length;
    // The trailing dimensions that lie densely in both are one run.
    int run = 1;
    int outer = rank;
    while (outer > 0 && sourceStrides[outer - 1] == run && targetStrides[outer - 1] == run) {
      run *= shape[outer - 1];
      outer--;
    }
    if (outer == 0) {
      System.arraycopy(source.array(), sourceOffset, target.array(), targetOffset, run);
      return;
    }
    if (run > 1) {
      copyRuns(
          source,
          sourceOffset,
          sourceStrides,
          target,
          targetOffset,
          targetStrides,
          shape,
          outer,
          run);
    } else {
      copyLines(source, sourceOffset, sourceStrides, target, targetOffset, targetStrides, shape);
    }
  }

  private static void copyRuns(
      ChunkData source,
      int sourceOffset,
      int[] sourceStrides,
      ChunkData target,
      int targetOffset,
      int[] targetStrides,
      int[] shape,
      int outer,
      int run) {
    Object from = source.array();
    Object to = target.array();
    int[] outerShape = java.util.Arrays.copyOf(shape, outer);
    int[] position = new int[outer];
    do {
      System.arraycopy(
          from,
          sourceOffset + dot(position, sourceStrides),
          to,
          targetOffset + dot(position, targetStrides),
          run);
    } while (Shapes.next(position, outerShape));
  }

  /** Copies line by line along the dimension that is dense in the target. */
  private static void copyLines(
      ChunkData source,
      int sourceOffset,
      int[] sourceStrides,
      ChunkData target,
      int targetOffset,
      int[] targetStrides,
      int[] shape) {
    int line = shape.length - 1;
    for (int d = 0; d < shape.length; d++) {
      if (targetStrides[d] < targetStrides[line] || shape[line] == 1) {
        line = d;
      }
    }
    int[] others = shape.clone();
    others[line] = 1;
    int[] position = new int[shape.length];
    do {
      copyLine(
          source,
          sourceOffset + dot(position, sourceStrides),
          sourceStrides[line],
          target,
          targetOffset + dot(position, targetStrides),
          targetStrides[line],
          shape[line]);
    } while (Shapes.next(position, others));
  }

  private static void copyLine(
      ChunkData source, int s, int sStep, ChunkData target, int t, int tStep, int n) {
    if (source instanceof ChunkData.Bytes from && target instanceof ChunkData.Bytes to) {
      line(from.values(), s, sStep, to.values(), t, tStep, n);
    } else if (source instanceof ChunkData.Shorts from && target instanceof ChunkData.Shorts to) {
      line(from.values(), s, sStep, to.values(), t, tStep, n);
    } else if (source instanceof ChunkData.Ints from && target instanceof ChunkData.Ints to) {
      line(from.values(), s, sStep, to.values(), t, tStep, n);
    } else if (source instanceof ChunkData.Longs from && target instanceof ChunkData.Longs to) {
      line(from.values(), s, sStep, to.values(), t, tStep, n);
    } else if (source instanceof ChunkData.Floats from && target instanceof ChunkData.Floats to) {
      line(from.values(), s, sStep, to.values(), t, tStep, n);
    } else if (source instanceof ChunkData.Doubles from && target instanceof ChunkData.Doubles to) {
      line(from.values(), s, sStep, to.values(), t, tStep, n);
    } else if (source instanceof ChunkData.Variable from
        && target instanceof ChunkData.Variable to) {
      line(from.values(), s, sStep, to.values(), t, tStep, n);
    }
  }

  private static void line(byte[][] from, int s, int sStep, byte[][] to, int t, int tStep, int n) {
    for (int i = 0; i < n; i++, s += sStep, t += tStep) {
      to[t] = from[s];
    }
  }

  private static void line(byte[] from, int s, int sStep, byte[] to, int t, int tStep, int n) {
    for (int i = 0; i < n; i++, s += sStep, t += tStep) {
      to[t] = from[s];
    }
  }

  private static void line(short[] from, int s, int sStep, short[] to, int t, int tStep, int n) {
    for (int i = 0; i < n; i++, s += sStep, t += tStep) {
      to[t] = from[s];
    }
  }

  private static void line(int[] from, int s, int sStep, int[] to, int t, int tStep, int n) {
    for (int i = 0; i < n; i++, s += sStep, t += tStep) {
      to[t] = from[s];
    }
  }

  private static void line(long[] from, int s, int sStep, long[] to, int t, int tStep, int n) {
    for (int i = 0; i < n; i++, s += sStep, t += tStep) {
      to[t] = from[s];
    }
  }

  private static void line(float[] from, int s, int sStep, float[] to, int t, int tStep, int n) {
    for (int i = 0; i < n; i++, s += sStep, t += tStep) {
      to[t] = from[s];
    }
  }

  private static void line(double[] from, int s, int sStep, double[] to, int t, int tStep, int n) {
    for (int i = 0; i < n; i++, s += sStep, t += tStep) {
      to[t] = from[s];
    }
  }

  private static int dot(int[] position, int[] strides) {
    int sum = 0;
    for (int d = 0; d < position.length; d++) {
      sum += position[d] * strides[d];
    }
    return sum;
  }
}
