package io.zarrspark.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.kernel.CastValue;
import io.zarrspark.kernel.Elementwise;
import io.zarrspark.kernel.OutOfRange;
import io.zarrspark.kernel.Rounding;
import io.zarrspark.kernel.ScaleOffset;
import io.zarrspark.kernel.TruncatedScale;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.util.List;
import java.util.Optional;

/**
 * {@code numcodecs.fixedscaleoffset}, read as the scale_offset text says: an alias for {@code
 * scale_offset}, then {@code cast_value} that wraps.
 *
 * <pre>
 * {"name": "numcodecs.fixedscaleoffset", "configuration":
 *  {"astype": "uint8", "dtype": "float32", "scale": 0.1, "offset": 10}}
 * </pre>
 *
 * <p>Two allowances for arrays that exist: with an integer dtype the alias mostly cannot be (scale
 * 0.1 is no integer), so those are decoded as numcodecs does; and a fill value that cannot be
 * encoded does not keep the array from opening. Never written.
 */
final class FixedScaleOffsetCodec {
  static final String NAME = "numcodecs.fixedscaleoffset";

  private FixedScaleOffsetCodec() {}

  static ArrayToArrayCodec bind(CodecConfig config, ChunkRepresentation decoded) {
    NumberType type = NumberTypes.of(NAME, decoded);
    Legacy legacy = Legacy.parse(config, type);
    NumberType stored = legacy.astype;
    if (type.isInteger()) {
      double offset = legacy.offset.doubleValue();
      double scale = legacy.scale.doubleValue();
      if (scale == 0) {
        throw zeroScale(legacy.scale);
      }
      Elementwise encoder = TruncatedScale.encode(NAME, type, stored, offset, scale);
      return new ElementwiseCodec(
          NAME,
          decoded,
          EncodedFill.ofLegacy(NAME, decoded.fillValue(), encoder),
          encoder,
          TruncatedScale.decode(NAME, stored, type, offset, scale));
    }
    Optional<NumberScalar> offset =
        Optional.of(ScaleOffsetCodec.scalar("offset", type, legacy.offset));
    Optional<NumberScalar> scale = Optional.of(ScaleOffsetCodec.scale(type, legacy.scale));
    OutOfRange rule = stored.isInteger() ? OutOfRange.WRAP : OutOfRange.ERROR;
    Elementwise encoder =
        ScaleOffset.encode(type, offset, scale)
            .then(CastValue.cast(type, stored, Rounding.NEAREST_EVEN, rule, List.of()));
    Elementwise decoder =
        CastValue.cast(stored, type, Rounding.NEAREST_EVEN, rule, List.of())
            .then(ScaleOffset.decode(type, offset, scale));
    return new ElementwiseCodec(
        NAME, decoded, EncodedFill.ofLegacy(NAME, decoded.fillValue(), encoder), encoder, decoder);
  }

  /** The two codecs that say the same in Zarr v3 terms; see {@link LegacyCodecs#toV3Codecs}. */
  static List<CodecConfig> toV3Codecs(CodecConfig config, NumberType type) {
    Legacy legacy = Legacy.parse(config, type);
    ObjectNode scaleOffset = Json.nodes().objectNode();
    scaleOffset.set("offset", legacy.offset);
    scaleOffset.set("scale", legacy.scale);
    // Integer dtypes may have operands that the codec refuses.
    ScaleOffsetCodec.scalar("offset", type, legacy.offset);
    ScaleOffsetCodec.scale(type, legacy.scale);
    ObjectNode castValue = Json.nodes().objectNode().put("data_type", legacy.astype.zarrName());
    if (legacy.astype.isInteger()) {
      castValue.put("out_of_range", "wrap");
    }
    return List.of(
        CodecConfig.of(ScaleOffsetCodec.NAME, scaleOffset),
        CodecConfig.of(CastValueCodec.NAME, castValue));
  }

  private static InvalidMetadataException zeroScale(JsonNode scale) {
    return new InvalidMetadataException(
        NAME + ": scale is " + scale + ", which is zero: nothing could be decoded");
  }

  /** The configuration, with NumPy's names resolved. */
  private record Legacy(JsonNode offset, JsonNode scale, NumberType astype) {
    static Legacy parse(CodecConfig config, NumberType type) {
      Members members = config.members();
      JsonNode offset = number(members, "offset");
      JsonNode scale = number(members, "scale");
      NumberType dtype =
          members
              .optionalText("dtype")
              .map(name -> NumpyTypes.parse(NAME, "dtype", name))
              .orElse(type);
      NumpyTypes.requireSame(NAME, "dtype", dtype, type);
      // numcodecs takes dtype for a missing astype, and zarr-python writes such metadata.
      NumberType astype =
          members
              .optionalText("astype")
              .map(name -> NumpyTypes.parse(NAME, "astype", name))
              .orElse(dtype);
      members.done();
      return new Legacy(offset, scale, astype);
    }

    private static JsonNode number(Members members, String name) {
      JsonNode json = members.required(name);
      if (!json.isNumber()) {
        throw members.wrong(name, json, "a JSON number");
      }
      return json;
    }
  }
}
