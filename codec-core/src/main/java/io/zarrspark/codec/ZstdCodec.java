package io.zarrspark.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.Members;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/**
 * {@code zstd} (RFC 8878).
 *
 * <pre>{"name": "zstd", "configuration": {"level": 3, "checksum": false}}</pre>
 */
record ZstdCodec(SizeBound decodedSize, int level, boolean checksum) implements BytesToBytesCodec {
  static final String NAME = "zstd";

  static BytesToBytesCodec bind(CodecConfig config, SizeBound decodedSize) {
    Members members = config.members();
    int level = members.optionalInteger("level", -131072, 22).orElse(3L).intValue();
    boolean checksum = members.optionalBoolean("checksum").orElse(false);
    members.done();
    return new ZstdCodec(decodedSize, level, checksum);
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
    try (ZstdCompressCtx context = new ZstdCompressCtx()) {
      context.setLevel(level);
      context.setChecksum(checksum);
      byte[] target = new byte[Math.toIntExact(Zstd.compressBound(decoded.length()))];
      int length =
          context.compressByteArray(
              target, 0, target.length, decoded.array(), decoded.offset(), decoded.length());
      return new ByteSlice(target, 0, length);
    }
  }

  @Override
  public ByteSlice decode(ByteSlice encoded, CodecScratch scratch) {
    if (!decodedSize.exact()) {
      return decodeStream(encoded, scratch);
    }
    int expected = decodedSize.exactLength();
    byte[] target = scratch.buffer(expected);
    int length;
    try {
      length =
          scratch
              .zstd()
              .decompressByteArray(
                  target, 0, expected, encoded.array(), encoded.offset(), encoded.length());
    } catch (ZstdException e) {
      throw new CodingException(
          NAME
              + ": "
              + encoded.length()
              + " bytes do not decode to the "
              + expected
              + " of the chunk: "
              + e.getMessage(),
          e);
    }
    if (length != expected) {
      throw new CodingException(
          NAME + ": the data decodes to " + length + " bytes; there should be " + decodedSize);
    }
    return new ByteSlice(target, 0, length);
  }

  /** For chains where another codec of variable size lies between the elements and this one. */
  private ByteSlice decodeStream(ByteSlice encoded, CodecScratch scratch) {
    GrowingBuffer target = new GrowingBuffer(NAME, decodedSize, scratch);
    try (ZstdInputStreamNoFinalizer stream =
        new ZstdInputStreamNoFinalizer(
            new ByteArrayInputStream(encoded.array(), encoded.offset(), encoded.length()))) {
      while (true) {
        target.ensureRoom();
        int n = stream.read(target.array(), target.length(), target.room());
        if (n < 0) {
          return target.finish();
        }
        target.advance(n);
      }
    } catch (IOException e) {
      throw new CodingException(NAME + ": the data is corrupt: " + e.getMessage(), e);
    }
  }
}
