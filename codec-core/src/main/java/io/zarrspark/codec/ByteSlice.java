package io.zarrspark.codec;

import java.util.Arrays;

/** A range of a byte array, not copied. */
public record ByteSlice(byte[] array, int offset, int length) {
  public ByteSlice {
    if (offset < 0 || length < 0 || offset > array.length - length) {
      throw new IllegalArgumentException(
          "bytes " + offset + " to " + ((long) offset + length) + " of " + array.length);
    }
  }

  public static ByteSlice of(byte[] array) {
    return new ByteSlice(array, 0, array.length);
  }

  /** The first bytes. */
  public ByteSlice first(int bytes) {
    return new ByteSlice(array, offset, bytes);
  }

  /** What follows the first bytes. */
  public ByteSlice after(int bytes) {
    return new ByteSlice(array, offset + bytes, length - bytes);
  }

  /** A copy of exactly these bytes. */
  public byte[] toArray() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }
}
