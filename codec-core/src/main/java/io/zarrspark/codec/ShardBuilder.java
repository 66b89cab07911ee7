package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import java.util.Arrays;

/** Puts a shard together from its inner chunks, encoded one after the other. */
public final class ShardBuilder {
  private final ShardingCodec sharding;
  private final CodecScratch scratch;
  private final ShardBytes bytes;
  private final long[] entries;
  private boolean isEmpty = true;

  /**
   * A shard without inner chunks.
   *
   * @param scratch holds the bytes of the shard, until the next shard is started with it
   */
  ShardBuilder(ShardingCodec sharding, CodecScratch scratch) {
    this.sharding = sharding;
    this.scratch = scratch;
    this.bytes = scratch.shard();
    this.entries = new long[2 * Shapes.elements(sharding.innerGrid())];
    Arrays.fill(entries, ShardIndex.ABSENT);
    bytes.start(sharding.indexAtEnd() ? 0 : sharding.indexSize());
  }

  /**
   * Adds an encoded inner chunk, which is copied; those that are never added are absent.
   *
   * @param entry its entry in the index
   * @throws CodingException if the shard gets larger than a Java array
   */
  public void add(int entry, ByteSlice chunk) {
    entries[2 * entry] = bytes.length();
    entries[2 * entry + 1] = chunk.length();
    bytes.append(chunk);
    isEmpty = false;
  }

  /** Whether no inner chunk was added. */
  public boolean isEmpty() {
    return isEmpty;
  }

  /** The shard, with its index. */
  public ByteSlice finish() {
    ByteSlice index = sharding.encodeIndex(new ChunkData.Longs(entries), scratch.nested());
    if (sharding.indexAtEnd()) {
      bytes.append(index);
    } else {
      bytes.set(0, index);
    }
    return bytes.slice();
  }
}
