package io.zarrspark.codec;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** The parts of a shard as they are encoded, each kept in exactly its size until all are joined. */
final class ShardBytes {
  private final Deque<byte[]> parts = new ArrayDeque<>();
  private long length;

  /** Bytes so far, which is where the next part will start. */
  long length() {
    return length;
  }

  void append(ByteSlice part) {
    parts.add(copy(part));
    length += part.length();
  }

  /** Puts a part before all others. */
  void prepend(ByteSlice part) {
    parts.addFirst(copy(part));
    length += part.length();
  }

  /** Slices lie in buffers that the next inner chunk needs. */
  private static byte[] copy(ByteSlice part) {
    return Arrays.copyOfRange(part.array(), part.offset(), part.offset() + part.length());
  }

  /** All parts, in order; they are gone afterwards. */
  byte[] join() {
    if (length > SizeBound.MAX_ARRAY) {
      throw new CodingException(
          ShardingCodec.NAME
              + ": the shard encodes to "
              + length
              + " bytes, more than a Java array holds; use smaller shards");
    }
    byte[] joined = new byte[(int) length];
    int at = 0;
    for (byte[] part = parts.poll(); part != null; part = parts.poll()) {
      System.arraycopy(part, 0, joined, at, part.length);
      at += part.length;
    }
    return joined;
  }
}
