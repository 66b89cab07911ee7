package io.zarrspark.codec;

import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.type.NumberType;
import java.util.List;

/** Rewrites codecs of old metadata as codecs of Zarr v3. */
public final class LegacyCodecs {
  private LegacyCodecs() {}

  /**
   * The v3 codecs that replace one codec: {@code numcodecs.fixedscaleoffset} becomes {@code
   * scale_offset} and {@code cast_value}; any other is returned as it is.
   *
   * @param config the codec
   * @param dataType the data type that reaches it
   * @throws InvalidMetadataException if the configuration is invalid or has no such form, as with
   *     scale 0.1 on an integer type
   */
  public static List<CodecConfig> toV3Codecs(CodecConfig config, NumberType dataType) {
    return config.name().equals(FixedScaleOffsetCodec.NAME)
        ? FixedScaleOffsetCodec.toV3Codecs(config, dataType)
        : List.of(config);
  }
}
