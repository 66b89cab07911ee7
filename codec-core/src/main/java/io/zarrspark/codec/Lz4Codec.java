package io.zarrspark.codec;

import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.Members;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;

/**
 * {@code numcodecs.lz4}: the decoded length in four little-endian bytes, then one LZ4 block (not a
 * frame).
 *
 * <pre>{"name": "numcodecs.lz4", "configuration": {"acceleration": 1}}</pre>
 */
record Lz4Codec(SizeBound decodedSize) implements BytesToBytesCodec {
  static final String NAME = "numcodecs.lz4";

  private static final int HEADER = 4;

  /** No byte of a block stands for more: a length is counted in bytes of up to 255. */
  private static final long MAX_RATIO = 255;

  static BytesToBytesCodec bind(CodecConfig config, SizeBound decodedSize) {
    Members members = config.members();
    // Only the size of what numcodecs writes depends on it; the library has no such setting.
    members.nullableInteger("acceleration", Integer.MIN_VALUE, Integer.MAX_VALUE);
    members.done();
    return new Lz4Codec(decodedSize);
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
    // Pure Java: the native compressor of another platform may choose other bytes.
    LZ4Compressor compressor = LZ4Factory.safeInstance().fastCompressor();
    byte[] target = new byte[HEADER + compressor.maxCompressedLength(decoded.length())];
    ByteBuffer.wrap(target).order(ByteOrder.LITTLE_ENDIAN).putInt(0, decoded.length());
    int length =
        compressor.compress(
            decoded.array(),
            decoded.offset(),
            decoded.length(),
            target,
            HEADER,
            target.length - HEADER);
    return new ByteSlice(target, 0, HEADER + length);
  }

  @Override
  public ByteSlice decode(ByteSlice encoded, CodecScratch scratch) {
    if (encoded.length() < HEADER) {
      throw new CodingException(
          NAME + ": there are " + encoded.length() + " bytes, fewer than the header has");
    }
    ByteSlice block = encoded.after(HEADER);
    int length =
        ByteBuffer.wrap(encoded.array()).order(ByteOrder.LITTLE_ENDIAN).getInt(encoded.offset());
    if (length < 0 || !decodedSize.allows(length)) {
      throw new CodingException(
          NAME
              + ": the header says "
              + Integer.toUnsignedString(length)
              + " bytes; there should be "
              + decodedSize);
    }
    if (length > MAX_RATIO * block.length()) {
      throw new CodingException(
          NAME
              + ": the header says "
              + length
              + " bytes, more than "
              + block.length()
              + " bytes can decode to");
    }
    byte[] target = scratch.buffer(length);
    int decoded;
    try {
      decoded =
          LZ4Factory.fastestInstance()
              .safeDecompressor()
              .decompress(block.array(), block.offset(), block.length(), target, 0, length);
    } catch (LZ4Exception e) {
      throw new CodingException(NAME + ": the block is corrupt: " + e.getMessage(), e);
    }
    if (decoded != length) {
      throw new CodingException(
          NAME + ": the block decodes to " + decoded + " bytes but its header says " + length);
    }
    return new ByteSlice(target, 0, length);
  }
}
