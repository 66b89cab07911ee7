package io.zarrspark.codec;

import io.zarrspark.metadata.CodecConfig;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * {@code crc32c} of the Zarr v3 core: the data, then its CRC-32C (RFC 3720), little-endian. Always
 * verified.
 *
 * <pre>{"name": "crc32c"}</pre>
 */
record Crc32cCodec(SizeBound decodedSize) implements BytesToBytesCodec {
  static final String NAME = "crc32c";

  private static final int CHECKSUM = 4;

  static BytesToBytesCodec bind(CodecConfig config, SizeBound decodedSize) {
    config.members().done();
    return new Crc32cCodec(decodedSize);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SizeBound encodedSize() {
    return decodedSize.plus(CHECKSUM);
  }

  @Override
  public ByteSlice encode(ByteSlice decoded, CodecScratch scratch) {
    byte[] target =
        Arrays.copyOfRange(
            decoded.array(), decoded.offset(), decoded.offset() + decoded.length() + CHECKSUM);
    ByteBuffer.wrap(target)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(decoded.length(), checksum(decoded));
    return ByteSlice.of(target);
  }

  @Override
  public ByteSlice decode(ByteSlice encoded, CodecScratch scratch) {
    if (encoded.length() < CHECKSUM) {
      throw new CodingException(
          NAME + ": there are " + encoded.length() + " bytes, fewer than the checksum has");
    }
    ByteSlice data = encoded.first(encoded.length() - CHECKSUM);
    int stored =
        ByteBuffer.wrap(encoded.array())
            .order(ByteOrder.LITTLE_ENDIAN)
            .getInt(encoded.offset() + data.length());
    int computed = checksum(data);
    if (stored != computed) {
      throw new CodingException(
          String.format("%s: the checksum is %08x but the data has %08x", NAME, stored, computed));
    }
    return data;
  }

  private static int checksum(ByteSlice bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.array(), bytes.offset(), bytes.length());
    return (int) crc.getValue();
  }
}
