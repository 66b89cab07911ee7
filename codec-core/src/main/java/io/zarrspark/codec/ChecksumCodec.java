package io.zarrspark.codec;

import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;
import io.zarrspark.metadata.UnsupportedExtensionException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * The checksums of numcodecs: 32 bits, little-endian, before or after the data. Always verified.
 *
 * <pre>
 * {"name": "numcodecs.crc32", "configuration": {"location": "start"}}
 * {"name": "numcodecs.adler32", "configuration": {"location": "start"}}
 * {"name": "numcodecs.crc32c", "configuration": {"location": "end"}}
 * {"name": "numcodecs.fletcher32"}
 * {"name": "numcodecs.jenkins_lookup3", "configuration": {"initval": 0}}
 * </pre>
 *
 * <p>The locations shown are the defaults. The last two always stand at the end.
 */
record ChecksumCodec(
    String name, SizeBound decodedSize, boolean atStart, ToIntFunction<ByteSlice> checksum)
    implements BytesToBytesCodec {
  static final String CRC32_NAME = "numcodecs.crc32";
  static final String CRC32C_NAME = "numcodecs.crc32c";
  static final String ADLER32_NAME = "numcodecs.adler32";
  static final String FLETCHER32_NAME = "numcodecs.fletcher32";
  static final String JENKINS_LOOKUP3_NAME = "numcodecs.jenkins_lookup3";

  private static final int CHECKSUM = 4;

  static BytesToBytesCodec bindCrc32(CodecConfig config, SizeBound decodedSize) {
    return bindPlaced(config, decodedSize, "start", CRC32::new);
  }

  static BytesToBytesCodec bindCrc32c(CodecConfig config, SizeBound decodedSize) {
    return bindPlaced(config, decodedSize, "end", CRC32C::new);
  }

  static BytesToBytesCodec bindAdler32(CodecConfig config, SizeBound decodedSize) {
    return bindPlaced(config, decodedSize, "start", Adler32::new);
  }

  static BytesToBytesCodec bindFletcher32(CodecConfig config, SizeBound decodedSize) {
    config.members().done();
    return new ChecksumCodec(config.name(), decodedSize, false, Fletcher32::of);
  }

  static BytesToBytesCodec bindJenkinsLookup3(CodecConfig config, SizeBound decodedSize) {
    Members members = config.members();
    int seed = members.nullableInteger("initval", 0, 0xffffffffL).orElse(0L).intValue();
    if (members.nullable("prefix").isPresent()) {
      throw new UnsupportedExtensionException(
          config.name() + " with a prefix, which is hashed before the data, is not supported");
    }
    members.done();
    return new ChecksumCodec(
        config.name(), decodedSize, false, bytes -> JenkinsLookup3.of(bytes, seed));
  }

  private static BytesToBytesCodec bindPlaced(
      CodecConfig config, SizeBound decodedSize, String usual, Supplier<Checksum> checksum) {
    Members members = config.members();
    String location = members.nullableText("location").orElse(usual);
    members.done();
    if (!location.equals("start") && !location.equals("end")) {
      throw new InvalidMetadataException(
          config.name() + ": location is \"" + location + "\" but must be \"start\" or \"end\"");
    }
    return new ChecksumCodec(
        config.name(),
        decodedSize,
        location.equals("start"),
        bytes -> {
          Checksum sum = checksum.get();
          sum.update(bytes.array(), bytes.offset(), bytes.length());
          return (int) sum.getValue();
        });
  }

  @Override
  public SizeBound encodedSize() {
    return decodedSize.plus(CHECKSUM);
  }

  @Override
  public ByteSlice encode(ByteSlice decoded, CodecScratch scratch) {
    byte[] target = new byte[Math.addExact(decoded.length(), CHECKSUM)];
    System.arraycopy(
        decoded.array(), decoded.offset(), target, atStart ? CHECKSUM : 0, decoded.length());
    ByteBuffer.wrap(target)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(atStart ? 0 : decoded.length(), checksum.applyAsInt(decoded));
    return ByteSlice.of(target);
  }

  @Override
  public ByteSlice decode(ByteSlice encoded, CodecScratch scratch) {
    int length = encoded.length() - CHECKSUM;
    if (length < 0) {
      throw new CodingException(
          name + ": there are " + encoded.length() + " bytes, fewer than the checksum has");
    }
    ByteSlice data = atStart ? encoded.after(CHECKSUM) : encoded.first(length);
    int stored =
        ByteBuffer.wrap(encoded.array())
            .order(ByteOrder.LITTLE_ENDIAN)
            .getInt(encoded.offset() + (atStart ? 0 : length));
    int computed = checksum.applyAsInt(data);
    if (stored != computed) {
      throw new CodingException(
          String.format("%s: the checksum is %08x but the data has %08x", name, stored, computed));
    }
    return data;
  }
}
