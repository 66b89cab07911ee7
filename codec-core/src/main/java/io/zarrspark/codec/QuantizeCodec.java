package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.kernel.Elementwise;
import io.zarrspark.kernel.NumpyCast;
import io.zarrspark.kernel.Quantize;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;
import io.zarrspark.type.NumberType;

/**
 * {@code numcodecs.quantize}: rounds floats to a power of two that keeps so many decimal digits,
 * then casts as NumPy does. Decoding only casts back.
 *
 * <pre>
 * {"name": "numcodecs.quantize", "configuration": {"digits": 2, "dtype": "<f8", "astype": "<f4"}}
 * </pre>
 */
final class QuantizeCodec {
  static final String NAME = "numcodecs.quantize";

  /** Beyond that, powers of ten are no doubles. */
  private static final int MAX_DIGITS = 300;

  private QuantizeCodec() {}

  static ArrayToArrayCodec bind(CodecConfig config, ChunkRepresentation decoded) {
    Members members = config.members();
    NumberType type = NumberTypes.of(NAME, decoded);
    long digits = members.requiredInteger("digits", -MAX_DIGITS, MAX_DIGITS);
    NumberType dtype =
        NumpyTypes.parse(NAME, "dtype", members.nullableText("dtype").orElse(type.zarrName()));
    NumberType astype =
        members
            .nullableText("astype")
            .map(name -> NumpyTypes.parse(NAME, "astype", name))
            .orElse(dtype);
    members.done();
    NumpyTypes.requireSame(NAME, "dtype", dtype, type);
    if (!type.isFloat() || !astype.isFloat()) {
      throw new InvalidMetadataException(
          NAME + ": works on floats only, not from " + type + " to " + astype);
    }
    int bits = (int) Math.ceil(digits * (Math.log(10) / Math.log(2)));
    Elementwise encoder =
        Quantize.encode(NAME, type, bits).then(NumpyCast.cast(NAME, type, astype));
    return new ElementwiseCodec(
        NAME,
        decoded,
        EncodedFill.ofLegacy(NAME, decoded.fillValue(), encoder),
        encoder,
        NumpyCast.cast(NAME, astype, type));
  }
}
