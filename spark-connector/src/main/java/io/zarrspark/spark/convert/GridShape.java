package io.zarrspark.spark.convert;

import io.zarrspark.ZarrArray;
import java.io.Serializable;

/**
 * What planning needs to know of an array. Where its chunks have different extents, it counts as
 * one of as large ones as its largest: memory is planned for these, and the number of chunks is a
 * guess.
 *
 * @param shape shape of the array
 * @param objectShape shape of a stored object: a chunk, or a shard
 * @param blockShape shape of a block: an inner chunk of a shard, else the chunk
 * @param cellBytes decoded bytes of a cell in memory; an estimate for elements of variable length
 * @param isRegular whether all objects have that shape, or the largest
 */
record GridShape(
    long[] shape, int[] objectShape, int[] blockShape, int cellBytes, boolean isRegular)
    implements Serializable {
  /** Where a guess must do. */
  private static final int TYPICAL_VARIABLE_BYTES = 48;

  /** A regular grid. */
  GridShape(long[] shape, int[] objectShape, int[] blockShape, int cellBytes) {
    this(shape, objectShape, blockShape, cellBytes, true);
  }

  static GridShape of(ZarrArray array) {
    int bytes = Math.max(array.dataType().storage().bytes(), array.dataType().encodedBytes());
    return new GridShape(
        array.shape(),
        array.objectGrid().largestChunk(),
        array.blockGrid().largestChunk(),
        bytes == 0 ? TYPICAL_VARIABLE_BYTES : bytes,
        array.objectGrid().isRegular());
  }

  int rank() {
    return shape.length;
  }

  boolean hasShards() {
    return !java.util.Arrays.equals(objectShape, blockShape);
  }

  /** Stored objects along a dimension. */
  long objects(int dimension) {
    return ceilDiv(shape[dimension], objectShape[dimension]);
  }

  /** Blocks along a dimension. */
  long blocks(int dimension) {
    return ceilDiv(shape[dimension], blockShape[dimension]);
  }

  /** Cells of the array; the largest long if there are more. */
  long cells() {
    long cells = 1;
    for (long extent : shape) {
      cells = saturatedProduct(cells, extent);
    }
    return cells;
  }

  /** Decoded bytes of the array. */
  long bytes() {
    return saturatedProduct(cells(), cellBytes);
  }

  /** Decoded bytes of a stored object. */
  long objectBytes() {
    return saturatedProduct(product(objectShape), cellBytes);
  }

  /** Decoded bytes of a block. */
  long blockBytes() {
    return saturatedProduct(product(blockShape), cellBytes);
  }

  static long product(int[] shape) {
    long product = 1;
    for (int extent : shape) {
      product = saturatedProduct(product, extent);
    }
    return product;
  }

  static long saturatedProduct(long a, long b) {
    return a != 0 && b > Long.MAX_VALUE / a ? Long.MAX_VALUE : a * b;
  }

  static long ceilDiv(long dividend, long divisor) {
    return dividend / divisor + (dividend % divisor == 0 ? 0 : 1);
  }
}
