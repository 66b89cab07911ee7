package io.zarrspark.codec;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Where a decoder puts bytes of which only a bound is known. Grows with what is really there, so
 * that a length claimed by the data allocates nothing.
 */
final class GrowingBuffer {
  private static final int FIRST = 1 << 16;

  private final String codec;
  private final SizeBound bound;
  private byte[] array;
  private int length;

  GrowingBuffer(String codec, SizeBound bound, CodecScratch scratch) {
    this.codec = codec;
    this.bound = bound;
    // An exact bound comes from the metadata. One byte more shows data that is too long.
    this.array = scratch.buffer(bound.exact() ? bound.exactLength() + 1 : FIRST);
  }

  byte[] array() {
    return array;
  }

  int length() {
    return length;
  }

  int room() {
    return array.length - length;
  }

  void advance(int bytes) {
    length += bytes;
    if (length > bound.max()) {
      throw new CodingException(
          codec
              + ": the data decodes to more than "
              + bound.max()
              + " bytes; there should be "
              + bound);
    }
  }

  void ensureRoom() {
    if (room() > 0) {
      return;
    }
    if (array.length >= SizeBound.MAX_ARRAY) {
      throw new CodingException(
          codec + ": the data decodes to more bytes than a Java array holds; use smaller chunks");
    }
    array = Arrays.copyOf(array, (int) Math.min(SizeBound.MAX_ARRAY, array.length * 2L));
  }

  /** Appends all that a stream holds. */
  void append(InputStream stream) throws IOException {
    while (true) {
      ensureRoom();
      int n = stream.read(array, length, room());
      if (n < 0) {
        return;
      }
      advance(n);
    }
  }

  ByteSlice finish() {
    if (!bound.allows(length)) {
      throw new CodingException(
          codec + ": the data decodes to " + length + " bytes; there should be " + bound);
    }
    return new ByteSlice(array, 0, length);
  }
}
