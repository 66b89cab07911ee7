package io.zarrspark.codec;

import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.Members;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;

/**
 * {@code gzip} of the Zarr v3 core (RFC 1952), one or more members, and {@code numcodecs.gzip},
 * which is the same with another default.
 *
 * <pre>
 * {"name": "gzip", "configuration": {"level": 5}}
 * {"name": "numcodecs.gzip", "configuration": {"level": 1}}
 * </pre>
 */
record GzipCodec(String name, SizeBound decodedSize, int level) implements BytesToBytesCodec {
  static final String NAME = "gzip";
  static final String NUMCODECS_NAME = "numcodecs.gzip";

  private static final int TRAILER = 8;

  static BytesToBytesCodec bind(CodecConfig config, SizeBound decodedSize) {
    Members members = config.members();
    int level = members.optionalInteger("level", 0, 9).orElse(5L).intValue();
    members.done();
    return new GzipCodec(NAME, decodedSize, level);
  }

  static BytesToBytesCodec bindNumcodecs(CodecConfig config, SizeBound decodedSize) {
    Members members = config.members();
    int level = members.nullableInteger("level", -1, 9).orElse(1L).intValue();
    members.done();
    return new GzipCodec(NUMCODECS_NAME, decodedSize, level);
  }

  @Override
  public SizeBound encodedSize() {
    return SizeBound.unbounded();
  }

  @Override
  public ByteSlice encode(ByteSlice decoded, CodecScratch scratch) {
    ByteArrayOutputStream target = new ByteArrayOutputStream(decoded.length() / 2 + 64);
    try (LeveledGzip gzip = new LeveledGzip(target, level)) {
      gzip.write(decoded.array(), decoded.offset(), decoded.length());
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory failed", e);
    }
    return ByteSlice.of(target.toByteArray());
  }

  @Override
  public ByteSlice decode(ByteSlice encoded, CodecScratch scratch) {
    GrowingBuffer target = new GrowingBuffer(name, decodedSize, scratch);
    ByteSlice rest = encoded;
    do {
      rest = rest.after(headerLength(rest));
      int start = target.length();
      rest = rest.after(RawDeflate.decode(name, rest, target, scratch));
      checkTrailer(rest, target, start);
      rest = rest.after(TRAILER);
    } while (rest.length() > 0);
    return target.finish();
  }

  private void checkTrailer(ByteSlice rest, GrowingBuffer target, int start) {
    if (rest.length() < TRAILER) {
      throw new CodingException(name + ": the stream ends before its checksum");
    }
    CRC32 crc = new CRC32();
    crc.update(target.array(), start, target.length() - start);
    int stored = littleInt(rest, 0);
    if (stored != (int) crc.getValue() || littleInt(rest, 4) != target.length() - start) {
      throw new CodingException(
          String.format(
              "%s: the checksum is %08x but the data has %08x",
              name, stored, (int) crc.getValue()));
    }
  }

  /** Length of a member's header, RFC 1952 section 2.3. */
  private int headerLength(ByteSlice bytes) {
    if (bytes.length() < 10
        || byteAt(bytes, 0) != 0x1f
        || byteAt(bytes, 1) != 0x8b
        || byteAt(bytes, 2) != 8) {
      throw new CodingException(name + ": the data does not start with a gzip header");
    }
    int flags = byteAt(bytes, 3);
    int at = 10;
    if ((flags & 4) != 0) {
      at += 2 + byteAt(bytes, at) + (byteAt(bytes, at + 1) << 8);
    }
    for (int text = 8; text <= 16; text <<= 1) {
      if ((flags & text) != 0) {
        while (byteAt(bytes, at++) != 0) {
          // File name and comment end with a zero byte.
        }
      }
    }
    if ((flags & 2) != 0) {
      at += 2;
    }
    if (at > bytes.length()) {
      throw new CodingException(name + ": the header is truncated");
    }
    return at;
  }

  private int byteAt(ByteSlice bytes, int at) {
    if (at >= bytes.length()) {
      throw new CodingException(name + ": the header is truncated");
    }
    return bytes.array()[bytes.offset() + at] & 0xff;
  }

  private int littleInt(ByteSlice bytes, int at) {
    return byteAt(bytes, at)
        | byteAt(bytes, at + 1) << 8
        | byteAt(bytes, at + 2) << 16
        | byteAt(bytes, at + 3) << 24;
  }

  /** GZIPOutputStream with a level; its header holds no time, so the bytes are deterministic. */
  private static final class LeveledGzip extends GZIPOutputStream {
    LeveledGzip(ByteArrayOutputStream target, int level) throws IOException {
      super(target, 1 << 16);
      def.setLevel(level);
    }
  }
}
