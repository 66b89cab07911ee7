package io.zarrspark.metadata;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Chunks for an array about which nothing else is known: about a million cells each, every
 * dimension cut into about as many pieces; and shards of as many chunks as keep a decoded shard
 * within 256 MiB. The same shape always gets the same chunks.
 *
 * @param chunkShape shape of the chunks, or of the inner chunks if there are shards; never longer
 *     than the dimension
 * @param shardShape shape of the shards, a multiple of the chunk shape; none if one chunk holds the
 *     array
 */
public record ChunkDefaults(int[] chunkShape, Optional<int[]> shardShape) {
  private static final long CHUNK_CELLS = 1 << 20;
  private static final long SHARD_BYTES = 1 << 28;

  /**
   * Chunks of an array.
   *
   * @param shape its shape
   * @param cellBytes decoded bytes of a cell; an estimate if they vary
   */
  public static ChunkDefaults of(long[] shape, int cellBytes) {
    int[] chunk = pieces(shape, CHUNK_CELLS);
    long[] chunks = new long[shape.length];
    long chunkBytes = cellBytes;
    for (int d = 0; d < shape.length; d++) {
      chunks[d] = Math.max(1, ceilDiv(shape[d], chunk[d]));
      chunkBytes *= chunk[d];
    }
    if (Arrays.stream(chunks).allMatch(count -> count == 1)) {
      return new ChunkDefaults(chunk, Optional.empty());
    }
    int[] shard = pieces(chunks, Math.max(1, SHARD_BYTES / chunkBytes));
    for (int d = 0; d < shard.length; d++) {
      shard[d] *= chunk[d];
    }
    return new ChunkDefaults(chunk, Optional.of(shard));
  }

  /**
   * The shape of the pieces, of at most so many cells, into which equally many cuts along every
   * dimension divide a grid; where that is more cuts than needed, the fastest dimensions are cut
   * less.
   */
  private static int[] pieces(long[] shape, long maxCells) {
    long most = Arrays.stream(shape).reduce(1, Math::max);
    long enough = fewest(most, count -> fits(shape, counts(shape, count), maxCells));
    long[] counts = counts(shape, enough);
    for (int d = shape.length - 1; d >= 0; d--) {
      int dimension = d;
      counts[d] =
          fewest(
              counts[d],
              count -> {
                long[] tried = counts.clone();
                tried[dimension] = count;
                return fits(shape, tried, maxCells);
              });
    }
    int[] pieces = new int[shape.length];
    Arrays.setAll(pieces, d -> (int) Math.max(1, ceilDiv(shape[d], counts[d])));
    return pieces;
  }

  /** The least number from 1 that is enough, if every larger one is too; {@code most} is. */
  private static long fewest(long most, LongPredicate isEnough) {
    long low = 1;
    long high = most;
    while (low < high) {
      long middle = low + (high - low) / 2;
      if (isEnough.test(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private static long[] counts(long[] shape, long count) {
    return Arrays.stream(shape).map(extent -> Math.max(1, Math.min(extent, count))).toArray();
  }

  private static boolean fits(long[] shape, long[] counts, long maxCells) {
    long room = maxCells;
    for (int d = 0; d < shape.length; d++) {
      // Whole cells that remain for the other dimensions; none left means too many.
      room /= Math.max(1, ceilDiv(shape[d], counts[d]));
    }
    return room > 0;
  }

  private static long ceilDiv(long dividend, long divisor) {
    return dividend / divisor + (dividend % divisor == 0 ? 0 : 1);
  }
}
