package io.zarrspark.codec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;
import io.zarrspark.type.DataType;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberType;
import java.util.List;
import java.util.Locale;

/** Rewrites codecs of old metadata as codecs of Zarr v3. */
public final class LegacyCodecs {
  private LegacyCodecs() {}

  /**
   * The v3 codecs that replace one codec: {@code numcodecs.fixedscaleoffset} becomes {@code
   * scale_offset} and {@code cast_value}, the compressors that the core of Zarr v3 has lose their
   * prefix; any other is returned as it is.
   *
   * @param config the codec
   * @param dataType the data type that reaches it; of a codec on bytes, that of which the bytes are
   *     made
   * @throws InvalidMetadataException if the configuration is invalid or has no such form, as with
   *     scale 0.1 on an integer type
   */
  public static List<CodecConfig> toV3Codecs(CodecConfig config, DataType dataType) {
    return switch (config.name()) {
      case FixedScaleOffsetCodec.NAME ->
          dataType instanceof NumberType number
              ? FixedScaleOffsetCodec.toV3Codecs(config, number)
              : List.of(config);
      case "numcodecs.blosc" -> List.of(blosc(config, Math.max(1, dataType.encodedBytes())));
      case "numcodecs.gzip" -> List.of(gzip(config));
      case "numcodecs.zstd" -> List.of(zstd(config));
      default -> List.of(config);
    };
  }

  /** With the numbers of the shuffles as names; -1 is the bit shuffle for bytes. */
  private static CodecConfig blosc(CodecConfig config, int elementBytes) {
    Members members = config.members();
    ObjectNode v3 = Json.nodes().objectNode();
    v3.put("cname", members.optionalText("cname").orElse("lz4"));
    v3.put("clevel", members.optionalInteger("clevel", 0, 9).orElse(5L));
    int shuffle = members.optionalInteger("shuffle", -1, 2).orElse(1L).intValue();
    BloscOptions.Shuffle named =
        shuffle >= 0
            ? BloscOptions.Shuffle.values()[shuffle]
            : elementBytes == 1 ? BloscOptions.Shuffle.BITSHUFFLE : BloscOptions.Shuffle.SHUFFLE;
    v3.put("shuffle", named.name().toLowerCase(Locale.ROOT));
    v3.put("typesize", elementBytes);
    v3.put("blocksize", members.optionalInteger("blocksize", 0, Integer.MAX_VALUE).orElse(0L));
    members.done();
    return CodecConfig.of("blosc", v3);
  }

  private static CodecConfig gzip(CodecConfig config) {
    Members members = config.members();
    ObjectNode v3 = Json.nodes().objectNode();
    v3.put("level", members.optionalInteger("level", 0, 9).orElse(1L));
    members.done();
    return CodecConfig.of("gzip", v3);
  }

  private static CodecConfig zstd(CodecConfig config) {
    Members members = config.members();
    ObjectNode v3 = Json.nodes().objectNode();
    v3.put("level", members.optionalInteger("level", -131_072, 22).orElse(0L));
    v3.put("checksum", members.optionalBoolean("checksum").orElse(false));
    members.done();
    return CodecConfig.of("zstd", v3);
  }
}
