package io.zarrspark.codec;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Decodes raw deflate streams (RFC 1951), around which gzip and zlib put headers and checksums. */
final class RawDeflate {
  private RawDeflate() {}

  /**
   * Decodes the stream that the bytes start with.
   *
   * @param codec name of the codec, for messages
   * @return length of the stream
   */
  static int decode(String codec, ByteSlice bytes, GrowingBuffer target, CodecScratch scratch) {
    Inflater inflater = scratch.inflater();
    inflater.setInput(bytes.array(), bytes.offset(), bytes.length());
    try {
      while (!inflater.finished()) {
        target.ensureRoom();
        int n = inflater.inflate(target.array(), target.length(), target.room());
        target.advance(n);
        if (n == 0 && !inflater.finished()) {
          if (inflater.needsInput() || inflater.needsDictionary()) {
            throw new CodingException(
                codec + ": the stream is truncated after " + target.length() + " bytes");
          }
          if (target.room() > 0) {
            throw new CodingException(codec + ": the stream makes no progress");
          }
        }
      }
    } catch (DataFormatException e) {
      throw new CodingException(
          codec + ": the stream is corrupt after " + target.length() + " bytes: " + e.getMessage(),
          e);
    }
    return bytes.length() - inflater.getRemaining();
  }
}
