package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.kernel.Elementwise;
import io.zarrspark.kernel.NumpyCast;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.Members;
import io.zarrspark.type.NumberType;

/**
 * {@code numcodecs.astype}: NumPy's cast, see {@link NumpyCast}.
 *
 * <pre>
 * {"name": "numcodecs.astype", "configuration": {"encode_dtype": "<f4", "decode_dtype": "<f8"}}
 * </pre>
 */
final class AsTypeCodec {
  static final String NAME = "numcodecs.astype";

  private AsTypeCodec() {}

  static ArrayToArrayCodec bind(CodecConfig config, ChunkRepresentation decoded) {
    Members members = config.members();
    NumberType type = NumberTypes.of(NAME, decoded);
    NumberType encodedType =
        NumpyTypes.parse(NAME, "encode_dtype", members.requiredText("encode_dtype"));
    NumberType decodedType =
        NumpyTypes.parse(
            NAME, "decode_dtype", members.nullableText("decode_dtype").orElse(type.zarrName()));
    members.done();
    NumpyTypes.requireSame(NAME, "decode_dtype", decodedType, type);
    Elementwise encoder = NumpyCast.cast(NAME, type, encodedType);
    return new ElementwiseCodec(
        NAME,
        decoded,
        EncodedFill.ofLegacy(NAME, decoded.fillValue(), encoder),
        encoder,
        NumpyCast.cast(NAME, encodedType, type));
  }
}
