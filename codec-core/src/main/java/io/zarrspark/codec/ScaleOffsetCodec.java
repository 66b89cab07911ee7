package io.zarrspark.codec;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.kernel.Elementwise;
import io.zarrspark.kernel.ScaleOffset;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.ScalarException;
import io.zarrspark.type.ScalarJson;
import java.util.Optional;

/**
 * {@code scale_offset} of zarr-extensions: {@code (x - offset) * scale} in the data type's own
 * arithmetic.
 *
 * <pre>{"name": "scale_offset", "configuration": {"offset": 5, "scale": 0.1}}</pre>
 */
final class ScaleOffsetCodec {
  static final String NAME = "scale_offset";

  private ScaleOffsetCodec() {}

  static ArrayToArrayCodec bind(CodecConfig config, ChunkRepresentation decoded) {
    Members members = config.members();
    NumberType type = NumberTypes.of(NAME, decoded);
    Optional<NumberScalar> offset =
        members.optional("offset").map(json -> scalar("offset", type, json));
    Optional<NumberScalar> scale = members.optional("scale").map(json -> scale(type, json));
    members.done();
    Elementwise encoder = ScaleOffset.encode(type, offset, scale);
    return new ElementwiseCodec(
        NAME,
        decoded,
        EncodedFill.of(decoded.fillValue(), encoder),
        encoder,
        ScaleOffset.decode(type, offset, scale));
  }

  static NumberScalar scale(NumberType type, JsonNode json) {
    NumberScalar scale = scalar("scale", type, json);
    // Tested on the parsed scalar: "0x00000000", 1e-400 and whatever rounds to zero are zero too.
    if (scale.isZero()) {
      throw new InvalidMetadataException(
          NAME
              + ": scale is "
              + json
              + ", which is zero in "
              + type
              + ": nothing could be decoded."
              + " Leave scale out to leave the values as they are");
    }
    return scale;
  }

  static NumberScalar scalar(String member, NumberType type, JsonNode json) {
    try {
      return ScalarJson.parse(type, json);
    } catch (ScalarException e) {
      throw new InvalidMetadataException(NAME + ": " + member + ": " + e.getMessage(), e);
    }
  }
}
