package io.zarrspark.codec;

import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;
import java.util.Arrays;
import java.util.Locale;

/**
 * {@code blosc} of the Zarr v3 core: the container of c-blosc 1, with its compressors and shuffles.
 *
 * <pre>
 * {"name": "blosc", "configuration": {"cname": "lz4", "clevel": 5, "shuffle": "shuffle",
 *  "typesize": 4, "blocksize": 0}}
 * </pre>
 *
 * <p>Reading needs none of it: a frame says how it was made.
 */
record BloscCodec(String name, SizeBound decodedSize, BloscOptions options)
    implements BytesToBytesCodec {
  static final String NAME = "blosc";

  /** numcodecs' own name, with numbers for the shuffles and a default for everything. */
  static final String NUMCODECS_NAME = "numcodecs.blosc";

  /** Bytes that a frame has more than its data at most. */
  private static final int OVERHEAD = 16;

  static BytesToBytesCodec bind(CodecConfig config, SizeBound decodedSize) {
    Members members = config.members();
    String cname = members.requiredText("cname");
    int clevel = (int) members.requiredInteger("clevel", 0, 9);
    BloscOptions.Shuffle shuffle = shuffle(members.optionalText("shuffle").orElse("noshuffle"));
    int typesize =
        members.optionalInteger("typesize", 1, Integer.MAX_VALUE).map(Math::toIntExact).orElse(1);
    int blocksize =
        members.optionalInteger("blocksize", 0, Integer.MAX_VALUE).map(Math::toIntExact).orElse(0);
    members.done();
    return create(config.name(), decodedSize, cname, clevel, shuffle, typesize, blocksize);
  }

  static BytesToBytesCodec bindNumcodecs(CodecConfig config, SizeBound decodedSize) {
    Members members = config.members();
    String cname = members.optionalText("cname").orElse("lz4");
    int clevel = members.optionalInteger("clevel", 0, 9).map(Math::toIntExact).orElse(5);
    int number = members.optionalInteger("shuffle", -1, 2).map(Math::toIntExact).orElse(1);
    int blocksize =
        members.optionalInteger("blocksize", 0, Integer.MAX_VALUE).map(Math::toIntExact).orElse(0);
    members.done();
    // In Zarr v3 it is handed bytes, so its elements are single bytes, for which -1, "automatic",
    // means the bit shuffle.
    BloscOptions.Shuffle shuffle =
        number == -1 ? BloscOptions.Shuffle.BITSHUFFLE : BloscOptions.Shuffle.values()[number];
    return create(config.name(), decodedSize, cname, clevel, shuffle, 1, blocksize);
  }

  private static BloscCodec create(
      String name,
      SizeBound decodedSize,
      String cname,
      int clevel,
      BloscOptions.Shuffle shuffle,
      int typesize,
      int blocksize) {
    try {
      return new BloscCodec(
          name,
          decodedSize,
          new BloscOptions(BloscCompressor.named(cname), clevel, shuffle, typesize, blocksize));
    } catch (BloscException e) {
      throw new InvalidMetadataException(name + ": " + e.getMessage(), e);
    }
  }

  private static BloscOptions.Shuffle shuffle(String name) {
    return Arrays.stream(BloscOptions.Shuffle.values())
        .filter(shuffle -> shuffle.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidMetadataException(
                    NAME
                        + ": shuffle is \""
                        + name
                        + "\" but must be \"noshuffle\", \"shuffle\" or \"bitshuffle\""));
  }

  @Override
  public SizeBound encodedSize() {
    return SizeBound.atMost(decodedSize.max() + OVERHEAD);
  }

  @Override
  public ByteSlice encode(ByteSlice decoded, CodecScratch scratch) {
    return ByteSlice.of(
        BloscFrame.encode(
            decoded.array(), decoded.offset(), decoded.length(), options, scratch.blosc()));
  }

  @Override
  public ByteSlice decode(ByteSlice encoded, CodecScratch scratch) {
    try {
      int length = BloscFrame.decodedSize(encoded.array(), encoded.offset(), encoded.length());
      // Compared before anything is allocated.
      if (!decodedSize.allows(length)) {
        throw new CodingException(
            name + ": the data decodes to " + length + " bytes; there should be " + decodedSize);
      }
      byte[] target = scratch.buffer(length);
      BloscFrame.decode(
          encoded.array(), encoded.offset(), encoded.length(), target, 0, length, scratch.blosc());
      return new ByteSlice(target, 0, length);
    } catch (BloscException e) {
      throw new CodingException(name + ": " + e.getMessage(), e);
    }
  }
}
