package io.zarrspark.chunk;

import java.util.Arrays;

/** Arithmetic on the shapes of chunks: element counts, strides, coordinates. */
public final class Shapes {
  private Shapes() {}

  /**
   * Number of elements of a chunk shape.
   *
   * @throws ArithmeticException if a Java array cannot hold them
   */
  public static int elements(int[] shape) {
    long elements = 1;
    for (int extent : shape) {
      elements = Math.multiplyExact(elements, (long) extent);
    }
    return Math.toIntExact(elements);
  }

  /** Distance in elements between neighbours along each dimension, C order. */
  public static int[] strides(int[] shape) {
    int[] strides = new int[shape.length];
    int stride = 1;
    for (int d = shape.length - 1; d >= 0; d--) {
      strides[d] = stride;
      stride *= shape[d];
    }
    return strides;
  }

  /** The index of an element along each dimension. */
  public static int[] coordinates(int element, int[] shape) {
    int[] coordinates = new int[shape.length];
    int rest = element;
    for (int d = shape.length - 1; d >= 0; d--) {
      coordinates[d] = rest % shape[d];
      rest /= shape[d];
    }
    return coordinates;
  }

  /** {@code result[i] = values[order[i]]}. */
  public static int[] permute(int[] values, int[] order) {
    int[] result = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      result[i] = values[order[i]];
    }
    return result;
  }

  /** The order that undoes {@link #permute} by {@code order}. */
  public static int[] inverse(int[] order) {
    int[] inverse = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      inverse[order[i]] = i;
    }
    return inverse;
  }

  /** Advances C-order coordinates within a shape; false once all have been seen. */
  public static boolean next(int[] coordinates, int[] shape) {
    for (int d = shape.length - 1; d >= 0; d--) {
      if (++coordinates[d] < shape[d]) {
        return true;
      }
      coordinates[d] = 0;
    }
    return false;
  }

  /** Whether a shape holds no element. */
  public static boolean isEmpty(int[] shape) {
    return Arrays.stream(shape).anyMatch(extent -> extent == 0);
  }
}
