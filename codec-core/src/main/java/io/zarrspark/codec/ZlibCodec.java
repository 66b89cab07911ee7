package io.zarrspark.codec;

import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.Members;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.Adler32;
import java.util.zip.Deflater;

/**
 * {@code numcodecs.zlib}: one zlib stream (RFC 1950), and nothing after it.
 *
 * <pre>{"name": "numcodecs.zlib", "configuration": {"level": 1}}</pre>
 */
record ZlibCodec(SizeBound decodedSize, int level) implements BytesToBytesCodec {
  static final String NAME = "numcodecs.zlib";

  private static final int HEADER = 2;
  private static final int CHECKSUM = 4;

  static BytesToBytesCodec bind(CodecConfig config, SizeBound decodedSize) {
    Members members = config.members();
    int level = members.nullableInteger("level", -1, 9).orElse(1L).intValue();
    members.done();
    return new ZlibCodec(decodedSize, level);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SizeBound encodedSize() {
    return SizeBound.unbounded();
  }

  @Override
  public ByteSlice encode(ByteSlice decoded, CodecScratch scratch) {
    Deflater deflater = new Deflater(level);
    try {
      deflater.setInput(decoded.array(), decoded.offset(), decoded.length());
      deflater.finish();
      byte[] target = new byte[decoded.length() / 2 + 64];
      int length = 0;
      while (!deflater.finished()) {
        if (length == target.length) {
          target = Arrays.copyOf(target, target.length * 2);
        }
        length += deflater.deflate(target, length, target.length - length);
      }
      return new ByteSlice(target, 0, length);
    } finally {
      deflater.end();
    }
  }

  @Override
  public ByteSlice decode(ByteSlice encoded, CodecScratch scratch) {
    requireHeader(encoded);
    GrowingBuffer target = new GrowingBuffer(NAME, decodedSize, scratch);
    ByteSlice rest = encoded.after(HEADER);
    rest = rest.after(RawDeflate.decode(NAME, rest, target, scratch));
    if (rest.length() < CHECKSUM) {
      throw new CodingException(NAME + ": the stream ends before its checksum");
    }
    if (rest.length() > CHECKSUM) {
      throw new CodingException(
          NAME + ": " + (rest.length() - CHECKSUM) + " bytes follow the stream");
    }
    ByteSlice decoded = target.finish();
    Adler32 adler = new Adler32();
    adler.update(decoded.array(), decoded.offset(), decoded.length());
    int stored = ByteBuffer.wrap(rest.array()).getInt(rest.offset());
    if (stored != (int) adler.getValue()) {
      throw new CodingException(
          String.format(
              "%s: the checksum is %08x but the data has %08x",
              NAME, stored, (int) adler.getValue()));
    }
    return decoded;
  }

  /** RFC 1950 section 2.2; a preset dictionary, which nobody here knows, is no header either. */
  private static void requireHeader(ByteSlice bytes) {
    if (bytes.length() >= HEADER) {
      int method = bytes.array()[bytes.offset()] & 0xff;
      int flags = bytes.array()[bytes.offset() + 1] & 0xff;
      if ((method & 0xf) == 8 && (method << 8 | flags) % 31 == 0 && (flags & 0x20) == 0) {
        return;
      }
    }
    throw new CodingException(NAME + ": the data does not start with a zlib header");
  }
}
