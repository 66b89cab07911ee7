package io.zarrspark.codec;

import java.util.Arrays;

/** The bytes of a shard while it is encoded, in an array that the next shard uses again. */
final class ShardBytes {
  private byte[] bytes = new byte[0];
  private int length;

  /** Starts a shard with bytes that are {@linkplain #set set} later. */
  void start(int reserved) {
    length = 0;
    append(reserved);
  }

  /** Bytes so far, which is where the next part will start. */
  int length() {
    return length;
  }

  void append(ByteSlice part) {
    int start = length;
    append(part.length());
    set(start, part);
  }

  void set(int start, ByteSlice part) {
    System.arraycopy(part.array(), part.offset(), bytes, start, part.length());
  }

  private void append(int more) {
    long needed = (long) length + more;
    if (needed > SizeBound.MAX_ARRAY) {
      throw new CodingException(
          ShardingCodec.NAME
              + ": the shard encodes to "
              + needed
              + " bytes or more, more than a Java array holds; use smaller shards");
    }
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(SizeBound.MAX_ARRAY, needed + needed / 2));
    }
    length = (int) needed;
  }

  /** All bytes, valid until the next shard is started. */
  ByteSlice slice() {
    return new ByteSlice(bytes, 0, length);
  }
}
