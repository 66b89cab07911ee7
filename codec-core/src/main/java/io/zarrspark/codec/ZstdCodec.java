package io.zarrspark.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.Members;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/**
 * {@code zstd} (RFC 8878), and {@code numcodecs.zstd}, which is the same with other defaults.
 *
 * <pre>
 * {"name": "zstd", "configuration": {"level": 3, "checksum": false}}
 * {"name": "numcodecs.zstd", "configuration": {"level": 0, "checksum": false}}
 * </pre>
 */
record ZstdCodec(String name, SizeBound decodedSize, int level, boolean checksum)
    implements BytesToBytesCodec {
  static final String NAME = "zstd";
  static final String NUMCODECS_NAME = "numcodecs.zstd";

  private static final int MAX_LEVEL = 22;

  static BytesToBytesCodec bind(CodecConfig config, SizeBound decodedSize) {
    Members members = config.members();
    int level = members.optionalInteger("level", -131072, MAX_LEVEL).orElse(3L).intValue();
    boolean checksum = members.optionalBoolean("checksum").orElse(false);
    members.done();
    return new ZstdCodec(NAME, decodedSize, level, checksum);
  }

  static BytesToBytesCodec bindNumcodecs(CodecConfig config, SizeBound decodedSize) {
    Members members = config.members();
    // numcodecs takes a level above the highest for the highest; 0 is zstd's own default.
    long level = members.nullableInteger("level", -131072, Integer.MAX_VALUE).orElse(0L);
    boolean checksum = members.optionalBoolean("checksum").orElse(false);
    members.done();
    return new ZstdCodec(NUMCODECS_NAME, decodedSize, (int) Math.min(level, MAX_LEVEL), checksum);
  }

  @Override
  public SizeBound encodedSize() {
    return SizeBound.unbounded();
  }

  @Override
  public ByteSlice encode(ByteSlice decoded, CodecScratch scratch) {
    byte[] target = scratch.buffer(Math.toIntExact(Zstd.compressBound(decoded.length())));
    int length =
        scratch
            .zstdCompressor(level, checksum)
            .compressByteArray(
                target, 0, target.length, decoded.array(), decoded.offset(), decoded.length());
    return new ByteSlice(target, 0, length);
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
          name
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
          name + ": the data decodes to " + length + " bytes; there should be " + decodedSize);
    }
    return new ByteSlice(target, 0, length);
  }

  /** For chains where another codec of variable size lies between the elements and this one. */
  private ByteSlice decodeStream(ByteSlice encoded, CodecScratch scratch) {
    GrowingBuffer target = new GrowingBuffer(name, decodedSize, scratch);
    try (ZstdInputStreamNoFinalizer stream =
        new ZstdInputStreamNoFinalizer(
            new ByteArrayInputStream(encoded.array(), encoded.offset(), encoded.length()))) {
      target.append(stream);
      return target.finish();
    } catch (IOException e) {
      throw new CodingException(name + ": the data is corrupt: " + e.getMessage(), e);
    }
  }
}
