package io.zarrspark.spark.bench;

import io.zarrspark.ShardInspector;
import io.zarrspark.ShardInspector.InnerChunks;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.spark.RecordingFileSystem;
import io.zarrspark.store.LocalStore;
import java.io.IOException;
import java.nio.file.Path;

/** Bytes of the variable's shards: those that were read, and those that a box needs. */
final class FetchedBytes {
  private FetchedBytes() {}

  /** The store by way of the file system that records what is read. */
  static String recorded(Path store) {
    return "rec://" + store.toAbsolutePath().normalize();
  }

  /** Bytes read since the file system was reset. */
  static long read() {
    return RecordingFileSystem.reads().stream()
        .filter(read -> read.path().contains("/v/c/"))
        .mapToLong(RecordingFileSystem.Read::length)
        .sum();
  }

  /**
   * Bytes that any reader of a box needs: its inner chunks, whole, and the indices of their shards.
   *
   * @param from first index of the box along each dimension
   * @param to the one after the last
   */
  static long needed(Path store, int[] from, int[] to) throws IOException {
    ZarrArray array = ZarrArray.open(new LocalStore(store), "v");
    int[] perObject = array.blocksPerObject();
    int[] objects = new int[from.length];
    for (int d = 0; d < objects.length; d++) {
      objects[d] = (int) array.objectGrid().chunks(d);
    }
    long index = 16L * Shapes.elements(perObject) + Integer.BYTES;
    long bytes = 0;
    try (ShardInspector inspector = new ShardInspector(array)) {
      int[] object = new int[objects.length];
      do {
        long[] position = java.util.Arrays.stream(object).asLongStream().toArray();
        InnerChunks chunks = inspector.innerChunks(position).orElseThrow();
        long wanted = 0;
        for (int i = 0; i < chunks.lengths().length; i++) {
          int[] inShard = Shapes.coordinates(i, perObject);
          boolean isHit = true;
          for (int d = 0; d < inShard.length; d++) {
            int start = (object[d] * perObject[d] + inShard[d]) * array.blockShape()[d];
            isHit &= start < to[d] && start + array.blockShape()[d] > from[d];
          }
          wanted += isHit ? chunks.lengths()[i] : 0;
        }
        bytes += wanted > 0 ? wanted + index : 0;
      } while (Shapes.next(object, objects));
    }
    return bytes;
  }
}
