package io.zarrspark.codec;

import java.util.Objects;

/**
 * Reads and writes Blosc1 frames, the bytes the Zarr {@code blosc} codec stores.
 *
 * <p>Spec: <a
 * href="https://zarr-specs.readthedocs.io/en/latest/v3/codecs/blosc/index.html">Zarr</a>, <a
 * href="https://github.com/Blosc/c-blosc/blob/main/README_CHUNK_FORMAT.rst">frame</a>. Codec:
 *
 * <pre>{@code
 * {"name": "blosc", "configuration":
 *   {"cname": "lz4", "clevel": 5, "shuffle": "shuffle", "typesize": 4, "blocksize": 0}}
 * }</pre>
 *
 * <p>A frame may be followed by other bytes, as c-blosc allows; they are not looked at.
 *
 * <p>Whatever the bytes of a frame are, reading it writes only inside the given destination,
 * allocates no more than that destination's size and 2 MiB, and takes time in proportion to the
 * frame and what it decodes to; the only exception that bytes can cause is {@link BloscException}.
 */
final class BloscFrame {
  private BloscFrame() {}

  /**
   * How many bytes the frame decodes to. The claim is checked against what the compressor could
   * possibly pack into the frame: it is at most 32768 times {@code len}.
   */
  static int decodedSize(byte[] src, int off, int len) {
    return BloscHeader.parse(src, off, len).nbytes();
  }

  static void decode(byte[] src, int off, int len, byte[] dst, int dstOff, int dstLen) {
    try (BloscScratch scratch = new BloscScratch()) {
      decode(src, off, len, dst, dstOff, dstLen, scratch);
    }
  }

  /** Decodes a frame, which must hold exactly {@code dstLen} bytes. */
  static void decode(
      byte[] src, int off, int len, byte[] dst, int dstOff, int dstLen, BloscScratch scratch) {
    Objects.checkFromIndexSize(dstOff, dstLen, dst.length);
    BloscHeader header = BloscHeader.parse(src, off, len);
    if (header.nbytes() != dstLen) {
      throw new BloscException(
          "The Blosc frame decodes to "
              + header.nbytes()
              + " bytes, but "
              + dstLen
              + " are expected.");
    }
    if (dstLen == 0) {
      return;
    }
    if (header.memcpyed()) {
      System.arraycopy(src, off + BloscHeader.SIZE, dst, dstOff, dstLen);
    } else {
      BloscDecoder.decodeBlocks(header, src, off, dst, dstOff, scratch);
    }
  }

  static byte[] encode(byte[] src, int off, int len, BloscOptions options) {
    try (BloscScratch scratch = new BloscScratch()) {
      return encode(src, off, len, options, scratch);
    }
  }

  /** Encodes the bytes as one frame, at most 16 bytes longer than they are. */
  static byte[] encode(byte[] src, int off, int len, BloscOptions options, BloscScratch scratch) {
    Objects.checkFromIndexSize(off, len, src.length);
    return BloscEncoder.encode(src, off, len, options, scratch);
  }
}
