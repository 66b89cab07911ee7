package io.zarrspark.chunk;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Where the chunks of a grid lie along one dimension: runs of chunks that have the same extent. A
 * regular dimension has one run. The last run goes on beyond the array, so that there is an answer
 * for every chunk and index.
 *
 * <pre>
 *   extents  3 3 4 4 4 2       chunks  | 0 | 1 |  2 |  3 |  4 |5|
 *                              runs    | from 0 | from 6       | from 18
 * </pre>
 *
 * What is held grows with the runs, not with the chunks. Immutable.
 */
public final class ChunkAxis implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int[] extents;
  private final long[] firstIndices;
  private final long[] firstChunks;
  private final int largest;

  private ChunkAxis(int[] extents, long[] firstIndices, long[] firstChunks) {
    this.extents = extents;
    this.firstIndices = firstIndices;
    this.firstChunks = firstChunks;
    int most = 0;
    for (int extent : extents) {
      most = Math.max(most, extent);
    }
    this.largest = most;
  }

  /** Chunks of one extent. */
  public static ChunkAxis regular(int extent) {
    return new ChunkAxis(new int[] {extent}, new long[1], new long[1]);
  }

  /** Regular axes, one for each extent. */
  public static ChunkAxis[] regular(int[] extents) {
    ChunkAxis[] axes = new ChunkAxis[extents.length];
    Arrays.setAll(axes, d -> regular(extents[d]));
    return axes;
  }

  /** Collects runs in order; there is at least one. */
  public static final class Builder {
    private int[] extents = new int[4];
    private long[] firstIndices = new long[4];
    private long[] firstChunks = new long[4];
    private int size;
    private long chunks;
    private long indices;

    /** Adds chunks; those of the extent of the last ones belong to their run. */
    public void add(int extent, long count) {
      if (size == 0 || extents[size - 1] != extent) {
        if (size == extents.length) {
          extents = Arrays.copyOf(extents, 2 * size);
          firstIndices = Arrays.copyOf(firstIndices, 2 * size);
          firstChunks = Arrays.copyOf(firstChunks, 2 * size);
        }
        extents[size] = extent;
        firstIndices[size] = indices;
        firstChunks[size] = chunks;
        size++;
      }
      chunks += count;
      indices += count * extent;
    }

    public ChunkAxis build() {
      return new ChunkAxis(
          Arrays.copyOf(extents, size),
          Arrays.copyOf(firstIndices, size),
          Arrays.copyOf(firstChunks, size));
    }
  }

  /** Whether all chunks have the same extent. */
  public boolean isRegular() {
    return extents.length == 1;
  }

  /** The extent of the largest chunks. */
  public int largestExtent() {
    return largest;
  }

  /** The chunk that an index lies in. */
  public long chunkOf(long index) {
    if (extents.length == 1) {
      return index / extents[0];
    }
    int run = last(firstIndices, index);
    return firstChunks[run] + (index - firstIndices[run]) / extents[run];
  }

  /** First index of a chunk. */
  public long start(long chunk) {
    if (extents.length == 1) {
      return chunk * extents[0];
    }
    int run = last(firstChunks, chunk);
    return firstIndices[run] + (chunk - firstChunks[run]) * extents[run];
  }

  /** Number of indices of a chunk, those outside the array included. */
  public int extent(long chunk) {
    return extents[extents.length == 1 ? 0 : last(firstChunks, chunk)];
  }

  /** Number of runs. */
  public int runs() {
    return extents.length;
  }

  /** The first chunk of a run. */
  public long firstChunk(int run) {
    return firstChunks[run];
  }

  /** The last run that starts at or before a place. */
  private static int last(long[] starts, long place) {
    int found = Arrays.binarySearch(starts, place);
    return found >= 0 ? found : Math.max(0, -found - 2);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ChunkAxis axis
        && Arrays.equals(extents, axis.extents)
        && Arrays.equals(firstIndices, axis.firstIndices);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(extents) + Arrays.hashCode(firstIndices);
  }

  @Override
  public String toString() {
    return isRegular() ? Integer.toString(largest) : "up to " + largest;
  }
}
