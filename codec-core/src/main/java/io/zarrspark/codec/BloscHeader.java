package io.zarrspark.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The 16 bytes in front of a Blosc1 frame, checked so far as they can be without the blocks.
 *
 * <pre>
 * byte 0   frame version, 2        byte 4   nbytes, decoded bytes
 * byte 1   compressor version, 1   byte 8   blocksize, decoded bytes per block
 * byte 2   flags                   byte 12  cbytes, bytes of the frame with this header
 * byte 3   typesize                byte 16  int32 start of each block, unless MEMCPYED
 * </pre>
 *
 * All integers are little-endian.
 */
record BloscHeader(int flags, int typesize, int nbytes, int blocksize, int cbytes) {
  static final int SIZE = 16;
  static final int VERSION = 2;
  static final int COMPRESSOR_VERSION = 1;

  static final int SHUFFLE = 0x01;
  static final int MEMCPYED = 0x02;
  static final int BITSHUFFLE = 0x04;
  static final int RESERVED = 0x08;
  static final int NOT_SPLIT = 0x10;
  static final int FORMAT_SHIFT = 5;

  /** Blocks with more bytes per element, or fewer elements, are compressed in one part. */
  static final int MAX_SPLITS = 16;

  static final int MIN_SPLIT_ELEMENTS = 128;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  static int readInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static void writeInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  static BloscHeader parse(byte[] src, int off, int len) {
    Objects.checkFromIndexSize(off, len, src.length);
    if (len < SIZE) {
      throw new BloscException(
          "A Blosc frame starts with a header of 16 bytes, but there are only " + len + " bytes.");
    }
    if (src[off] != VERSION) {
      throw new BloscException(
          "The Blosc frame has version "
              + (src[off] & 0xFF)
              + ", but only version 2 (Blosc1) can be read.");
    }
    BloscHeader header =
        new BloscHeader(
            src[off + 2] & 0xFF,
            src[off + 3] & 0xFF,
            readInt(src, off + 4),
            readInt(src, off + 8),
            readInt(src, off + 12));
    if (header.cbytes < SIZE || header.cbytes > len) {
      throw new BloscException(
          "The Blosc header says that the frame has "
              + header.cbytes
              + " bytes, but there are "
              + len
              + ".");
    }
    // c-blosc writes and reads an empty buffer without looking at the other fields.
    if (header.nbytes != 0) {
      header.check(src[off + 1] & 0xFF);
    }
    return header;
  }

  private void check(int compressorVersion) {
    if (nbytes < 0) {
      throw new BloscException("The Blosc header has a negative decoded size, " + nbytes + ".");
    }
    if ((flags & RESERVED) != 0) {
      throw new BloscException(
          "The Blosc header sets the reserved flag 0x08 (flags are 0x"
              + Integer.toHexString(flags)
              + "), whose meaning is not defined in Blosc1.");
    }
    if (typesize == 0) {
      throw new BloscException("The Blosc header has a typesize of 0; it must be 1 to 255.");
    }
    if (blocksize < 1 || blocksize > nbytes) {
      throw new BloscException(
          "The Blosc header has a blocksize of "
              + blocksize
              + ", which does not fit the decoded size of "
              + nbytes
              + " bytes.");
    }
    if (memcpyed()) {
      if (cbytes - SIZE != nbytes) {
        throw new BloscException(
            "The Blosc frame is a plain copy of "
                + nbytes
                + " bytes after a header of 16, but its size is given as "
                + cbytes
                + ".");
      }
      return;
    }
    if (compressorVersion != COMPRESSOR_VERSION) {
      throw new BloscException(
          "The Blosc frame needs version "
              + compressorVersion
              + " of the "
              + compressor().cname
              + " format, but only version 1 can be read.");
    }
    long tableEnd = SIZE + 4L * blockCount();
    if (tableEnd > cbytes) {
      throw new BloscException(
          "The Blosc header says that there are "
              + blockCount()
              + " blocks, but the frame of "
              + cbytes
              + " bytes is too short for the table of their starts.");
    }
    if (nbytes > (long) compressor().maxExpansion * (cbytes - tableEnd)) {
      throw new BloscException(
          "The Blosc header says that "
              + cbytes
              + " bytes decode to "
              + nbytes
              + ", more than "
              + compressor().cname
              + " can pack into them.");
    }
  }

  boolean memcpyed() {
    return (flags & MEMCPYED) != 0;
  }

  BloscCompressor compressor() {
    return BloscCompressor.ofFormat(flags >>> FORMAT_SHIFT);
  }

  boolean shuffled() {
    return (flags & SHUFFLE) != 0 && typesize > 1;
  }

  /** Both flags may be set; bytes are then shuffled, not bits, unless one byte is an element. */
  boolean bitShuffled() {
    return (flags & BITSHUFFLE) != 0 && !shuffled();
  }

  int blockCount() {
    return (int) ((nbytes + (long) blocksize - 1) / blocksize);
  }

  /** Decoded bytes of a block: the last one may be short. */
  int blockLength(int block) {
    return (int) Math.min(blocksize, nbytes - (long) block * blocksize);
  }

  /** How many parts a block is compressed in: one per byte of an element, or one. */
  int partCount(int blockLength) {
    // The limits came before the flag: frames of c-blosc < 1.11 rely on them alone.
    boolean split =
        (flags & NOT_SPLIT) == 0
            && typesize <= MAX_SPLITS
            && blocksize / typesize >= MIN_SPLIT_ELEMENTS
            && blockLength == blocksize;
    return split ? typesize : 1;
  }
}
