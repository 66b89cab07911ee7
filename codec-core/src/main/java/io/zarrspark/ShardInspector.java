package io.zarrspark;

import io.zarrspark.chunk.Shapes;
import io.zarrspark.codec.ByteSlice;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.codec.CodingException;
import io.zarrspark.codec.ShardIndex;
import io.zarrspark.codec.ShardLayout;
import io.zarrspark.store.StoredObject;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Says what is stored of an array, without reading its data: sizes of objects, and where inner
 * chunks lie in them. For one thread at a time.
 */
public final class ShardInspector implements AutoCloseable {
  private final ZarrArray array;
  private final CodecScratch scratch = new CodecScratch();

  public ShardInspector(ZarrArray array) {
    this.array = array;
  }

  /**
   * Where the inner chunks of a shard lie, by their C-order number in it.
   *
   * @param offsets first byte in the shard; below 0 for inner chunks that are not stored
   * @param lengths bytes
   */
  public record InnerChunks(long[] offsets, long[] lengths) {
    public boolean isPresent(int innerChunk) {
      return offsets[innerChunk] >= 0;
    }
  }

  /** Bytes of a stored object, or empty if it is absent. */
  public OptionalLong size(long[] object) throws IOException {
    Optional<StoredObject> found = array.openObject(object, false);
    if (found.isEmpty()) {
      return OptionalLong.empty();
    }
    try (StoredObject stored = found.get()) {
      return OptionalLong.of(stored.size());
    }
  }

  /**
   * The inner chunks of a shard, or empty if it is absent.
   *
   * @throws ChunkException if the index is corrupt
   * @throws IllegalStateException if the array has no shards
   */
  public Optional<InnerChunks> innerChunks(long[] object) throws IOException {
    ShardLayout shards =
        array
            .pipeline(object)
            .shardLayout()
            .orElseThrow(() -> new IllegalStateException(array.location() + " has no shards"));
    String key = array.objectKey(object);
    Optional<StoredObject> found = array.openObject(object, false);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    try (StoredObject stored = found.get()) {
      // First: it refuses an object with less than the index, whose size metadata alone claims.
      long offset = shards.indexOffset(stored.size());
      byte[] bytes = new byte[shards.indexSize()];
      stored.read(offset, bytes, 0, bytes.length);
      return Optional.of(
          inBlockOrder(
              shards.decodeIndex(ByteSlice.of(bytes), stored.size(), scratch),
              shards,
              array.blocksPerObject(object)));
    } catch (CodingException e) {
      throw new ChunkException(
          "Cannot read the index of shard "
              + key
              + " of "
              + array.location()
              + ": "
              + e.getMessage()
              + ". Repair or delete the shard",
          e);
    }
  }

  private static InnerChunks inBlockOrder(
      ShardIndex index, ShardLayout shards, int[] blocksPerObject) {
    long[] offsets = new long[index.size()];
    long[] lengths = new long[index.size()];
    for (int i = 0; i < offsets.length; i++) {
      int entry = shards.entry(Shapes.coordinates(i, blocksPerObject));
      offsets[i] = index.isAbsent(entry) ? -1 : index.offset(entry);
      lengths[i] = index.isAbsent(entry) ? 0 : index.length(entry);
    }
    return new InnerChunks(offsets, lengths);
  }

  /** Frees what codecs hold. */
  @Override
  public void close() {
    scratch.close();
  }
}
