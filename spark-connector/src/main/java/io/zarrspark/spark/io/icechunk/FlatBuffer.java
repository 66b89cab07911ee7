package io.zarrspark.spark.io.icechunk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A <a href="https://flatbuffers.dev/internals/">FlatBuffer</a>, read in place. Nothing in it is
 * believed: every position is checked against the bytes that are there, so that a corrupt file is
 * an error that names it, and costs no more memory than its own size.
 */
final class FlatBuffer {
  private final String location;
  private final ByteBuffer bytes;

  /**
   * A buffer.
   *
   * @param location where it comes from, for messages
   */
  FlatBuffer(String location, byte[] bytes) {
    this.location = location;
    this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  int size() {
    return bytes.limit();
  }

  FlatTable root() throws IOException {
    return FlatTable.at(this, follow(0));
  }

  int uint8(long position) throws IOException {
    return bytes.get(checked(position, 1)) & 0xFF;
  }

  int uint16(long position) throws IOException {
    return bytes.getShort(checked(position, 2)) & 0xFFFF;
  }

  int int32(long position) throws IOException {
    return bytes.getInt(checked(position, 4));
  }

  long uint32(long position) throws IOException {
    return int32(position) & 0xFFFFFFFFL;
  }

  /** A number below 2^63, which is all that counts of bytes can be. */
  long uint63(long position) throws IOException {
    long value = bytes.getLong(checked(position, 8));
    if (value < 0) {
      throw corrupt("it has the number " + Long.toUnsignedString(value));
    }
    return value;
  }

  byte[] copy(long position, int length) throws IOException {
    byte[] copy = new byte[length];
    bytes.get(checked(position, length), copy);
    return copy;
  }

  /** Where an offset leads to, which counts from its own position. */
  long follow(long position) throws IOException {
    return position + uint32(position);
  }

  /** The position, if that many bytes are there. */
  int checked(long position, long length) throws IOException {
    if (position < 0 || length < 0 || position > bytes.limit() - length) {
      throw corrupt(
          "it refers to " + length + " bytes at " + position + ", but has " + bytes.limit());
    }
    return (int) position;
  }

  IOException corrupt(String why) {
    return new IOException(
        "Cannot read "
            + location
            + ": the file is corrupt: "
            + why
            + ". Restore the file, or read another snapshot");
  }
}
