package io.zarrspark.chunk;

import java.util.Arrays;

/**
 * A regular chunk grid: chunk {@code i} of a dimension starts at {@code i * chunkShape}. Chunks at
 * the upper edge have the full shape; what lies outside the array is padding.
 */
public record ChunkGrid(long[] arrayShape, int[] chunkShape) {
  public ChunkGrid {
    if (arrayShape.length != chunkShape.length) {
      throw new IllegalArgumentException(
          "an array of rank " + arrayShape.length + " has chunks of rank " + chunkShape.length);
    }
  }

  public int rank() {
    return chunkShape.length;
  }

  /** Number of chunks along a dimension; 0 if the dimension is empty. */
  public long chunks(int dimension) {
    long extent = arrayShape[dimension];
    return extent / chunkShape[dimension] + (extent % chunkShape[dimension] == 0 ? 0 : 1);
  }

  /** First index of a chunk along a dimension. */
  public long start(int dimension, long chunk) {
    return chunk * chunkShape[dimension];
  }

  /** Number of indices of a chunk that lie inside the array, along a dimension. */
  public int extent(int dimension, long chunk) {
    return (int)
        Math.max(
            0, Math.min(chunkShape[dimension], arrayShape[dimension] - start(dimension, chunk)));
  }

  /** The part of a chunk's shape that lies inside the array. */
  public int[] extent(long[] chunk) {
    int[] extent = new int[rank()];
    for (int d = 0; d < extent.length; d++) {
      extent[d] = extent(d, chunk[d]);
    }
    return extent;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ChunkGrid grid
        && Arrays.equals(arrayShape, grid.arrayShape)
        && Arrays.equals(chunkShape, grid.chunkShape);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(arrayShape) + Arrays.hashCode(chunkShape);
  }

  @Override
  public String toString() {
    return Arrays.toString(arrayShape) + " in chunks of " + Arrays.toString(chunkShape);
  }
}
