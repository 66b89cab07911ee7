package io.zarrspark.spark.write;

import io.zarrspark.ZarrArray;
import io.zarrspark.metadata.ChunkDefaults;
import io.zarrspark.spark.io.OptionException;
import io.zarrspark.spark.io.WriteOptions;
import io.zarrspark.spark.schema.ArrayColumn;
import io.zarrspark.spark.schema.TableLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The shapes of the chunks and shards of a new store, which all its variables share.
 *
 * @param chunk shape of a chunk, of an inner chunk if there are shards
 * @param shard shape of a shard, if there are shards
 */
record ObjectShapes(int[] chunk, Optional<int[]> shard) {
  private static final long CHUNK_CELLS = 1 << 20;

  /** The same chunks, each an object of its own. */
  ObjectShapes withoutShards() {
    return new ObjectShapes(chunk, Optional.empty());
  }

  /** Shape of a stored object. */
  int[] object() {
    return shard.orElse(chunk);
  }

  /**
   * The shapes that options ask for, the usual ones otherwise.
   *
   * @param cellBytes bytes of a cell of all variables together: a task holds an object of each
   */
  static ObjectShapes of(WriteOptions options, List<String> dims, long[] shape, int cellBytes) {
    if (options.shards().isPresent()) {
      int[] shard = options.shards().get().along(dims, usual(shape, cellBytes).object());
      int[] chunk =
          options.chunks().isPresent() ? options.chunks().get().along(dims, shard) : divided(shard);
      requireDivides(chunk, shard, dims);
      return new ObjectShapes(chunk, Optional.of(shard));
    }
    if (options.chunks().isPresent()) {
      return new ObjectShapes(
          options.chunks().get().along(dims, usual(shape, cellBytes).chunk()), Optional.empty());
    }
    return usual(shape, cellBytes);
  }

  /**
   * The shapes of a table of the same dimensions, unless options say other ones. Of chunks of
   * different extents, the largest counts.
   */
  static Optional<ObjectShapes> like(TableLayout table, WriteOptions options, List<String> dims) {
    boolean isAlike =
        options.chunks().isEmpty()
            && options.shards().isEmpty()
            && !table.variables().isEmpty()
            && table.variables().get(0).dimensions().stream()
                .map(ArrayColumn.Dimension::name)
                .toList()
                .equals(dims);
    if (!isAlike) {
      return Optional.empty();
    }
    ZarrArray array = table.variables().get(0).array();
    int[] object = array.objectGrid().largestChunk();
    int[] block = array.blockGrid().largestChunk();
    return Optional.of(
        Arrays.equals(object, block)
            ? new ObjectShapes(object, Optional.empty())
            : new ObjectShapes(block, Optional.of(object)));
  }

  private static ObjectShapes usual(long[] shape, int cellBytes) {
    ChunkDefaults usual = ChunkDefaults.of(shape, cellBytes);
    return new ObjectShapes(usual.chunkShape(), usual.shardShape());
  }

  /** Inner chunks of at most a million cells: the longest dimension is divided until they are. */
  private static int[] divided(int[] shard) {
    int[] chunk = shard.clone();
    while (cells(chunk) > CHUNK_CELLS) {
      int longest = 0;
      for (int d = 1; d < chunk.length; d++) {
        longest = chunk[d] > chunk[longest] ? d : longest;
      }
      int divisor = 2;
      while (chunk[longest] % divisor != 0) {
        divisor++;
      }
      chunk[longest] /= divisor;
    }
    return chunk;
  }

  private static long cells(int[] shape) {
    long cells = 1;
    for (int extent : shape) {
      cells = Math.multiplyExact(cells, (long) extent);
    }
    return cells;
  }

  private static void requireDivides(int[] chunk, int[] shard, List<String> dims) {
    for (int d = 0; d < chunk.length; d++) {
      if (shard[d] % chunk[d] != 0) {
        throw new OptionException(
            "Chunks of "
                + chunk[d]
                + " along "
                + dims.get(d)
                + " do not divide shards of "
                + shard[d]
                + ". Change the option chunks or shards");
      }
    }
  }
}
