package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;

/**
 * Where the inner chunks of one shard lie: offset and length of each, checked against the size of
 * the shard before anything is read or allocated by them.
 */
public final class ShardIndex {
  /** Offset and length of an inner chunk that is not stored. */
  static final long ABSENT = -1;

  private final long[] entries;

  private ShardIndex(long[] entries) {
    this.entries = entries;
  }

  static ShardIndex of(ChunkData decoded, long shardSize) {
    long[] entries = ((ChunkData.Longs) decoded).values();
    for (int i = 0; i < entries.length; i += 2) {
      long offset = entries[i];
      long length = entries[i + 1];
      if (offset == ABSENT && length == ABSENT) {
        continue;
      }
      // Unsigned 64-bit numbers: as signed ones, the huge are negative.
      if (offset < 0 || length < 0 || offset > shardSize || length > shardSize - offset) {
        throw new CodingException(
            ShardingCodec.NAME
                + ": the index puts inner chunk "
                + i / 2
                + " at offset "
                + Long.toUnsignedString(offset)
                + " with "
                + Long.toUnsignedString(length)
                + " bytes, but the shard has "
                + shardSize
                + " bytes");
      }
    }
    return new ShardIndex(entries);
  }

  /** Number of inner chunks, present or not. */
  public int size() {
    return entries.length / 2;
  }

  public boolean isAbsent(int innerChunk) {
    return entries[2 * innerChunk] == ABSENT && entries[2 * innerChunk + 1] == ABSENT;
  }

  /** First byte of an inner chunk in the shard. */
  public long offset(int innerChunk) {
    return entries[2 * innerChunk];
  }

  /** Bytes of an inner chunk. */
  public long length(int innerChunk) {
    return entries[2 * innerChunk + 1];
  }
}
