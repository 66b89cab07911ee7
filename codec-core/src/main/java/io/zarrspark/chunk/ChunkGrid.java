package io.zarrspark.chunk;

import java.util.Arrays;

/**
 * How an array is cut into chunks: along each dimension for itself. Chunks at the upper edge have
 * the full shape of their place in the grid; what lies outside the array is padding.
 *
 * @param arrayShape shape of the array
 * @param axes where chunks lie along each dimension
 */
public record ChunkGrid(long[] arrayShape, ChunkAxis[] axes) {
  public ChunkGrid {
    if (arrayShape.length != axes.length) {
      throw new IllegalArgumentException(
          "an array of rank " + arrayShape.length + " has chunks of rank " + axes.length);
    }
  }

  /** A regular grid: all chunks have one shape. */
  public ChunkGrid(long[] arrayShape, int[] chunkShape) {
    this(arrayShape, ChunkAxis.regular(chunkShape));
  }

  public int rank() {
    return axes.length;
  }

  /** Where chunks lie along a dimension. */
  public ChunkAxis axis(int dimension) {
    return axes[dimension];
  }

  /** Whether all chunks have the same shape. */
  public boolean isRegular() {
    for (ChunkAxis axis : axes) {
      if (!axis.isRegular()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Shape of every chunk.
   *
   * @throws IllegalStateException if they differ, see {@link #isRegular}
   */
  public int[] chunkShape() {
    if (!isRegular()) {
      throw new IllegalStateException("the chunks of the grid " + this + " have no common shape");
    }
    return largestChunk();
  }

  /** Shape of one chunk. */
  public int[] chunkShape(long[] chunk) {
    int[] shape = new int[axes.length];
    for (int d = 0; d < shape.length; d++) {
      shape[d] = axes[d].extent(chunk[d]);
    }
    return shape;
  }

  /** Shape of the largest chunk. */
  public int[] largestChunk() {
    int[] shape = new int[axes.length];
    for (int d = 0; d < shape.length; d++) {
      shape[d] = axes[d].largestExtent();
    }
    return shape;
  }

  /** Number of chunks along a dimension; 0 if the dimension is empty. */
  public long chunks(int dimension) {
    long extent = arrayShape[dimension];
    return extent == 0 ? 0 : axes[dimension].chunkOf(extent - 1) + 1;
  }

  /** First index of a chunk along a dimension. */
  public long start(int dimension, long chunk) {
    return axes[dimension].start(chunk);
  }

  /** Number of indices of a chunk that lie inside the array, along a dimension. */
  public int extent(int dimension, long chunk) {
    return (int)
        Math.max(
            0,
            Math.min(
                axes[dimension].extent(chunk), arrayShape[dimension] - start(dimension, chunk)));
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
        && Arrays.equals(axes, grid.axes);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(arrayShape) + Arrays.hashCode(axes);
  }

  @Override
  public String toString() {
    return Arrays.toString(arrayShape) + " in chunks of " + Arrays.toString(axes);
  }
}
