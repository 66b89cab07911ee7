package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.kernel.Delta;
import io.zarrspark.kernel.ElementException;
import io.zarrspark.kernel.Elementwise;
import io.zarrspark.kernel.NumpyCast;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.Members;
import io.zarrspark.type.NumberType;

/**
 * {@code numcodecs.delta}: the first element, then differences of neighbours in C order.
 *
 * <pre>{"name": "numcodecs.delta", "configuration": {"dtype": "<i4", "astype": "<i2"}}</pre>
 *
 * <p>Decoded as numcodecs does: cast to dtype, then summed up in the arithmetic of dtype. Floats
 * thus come back only roughly. numcodecs also writes integer differences that do not fit astype and
 * come back as something else; those are refused here.
 */
record DeltaCodec(
    ChunkRepresentation decoded,
    ChunkRepresentation encoded,
    Elementwise toEncoded,
    Elementwise toDecoded)
    implements ArrayToArrayCodec {
  static final String NAME = "numcodecs.delta";

  static ArrayToArrayCodec bind(CodecConfig config, ChunkRepresentation decoded) {
    Members members = config.members();
    NumberType type = NumberTypes.of(NAME, decoded);
    NumberType dtype = NumpyTypes.parse(NAME, "dtype", members.requiredText("dtype"));
    NumberType astype =
        members
            .nullableText("astype")
            .map(name -> NumpyTypes.parse(NAME, "astype", name))
            .orElse(dtype);
    members.done();
    NumpyTypes.requireSame(NAME, "dtype", dtype, type);
    FillValue fill =
        FillValue.missing(NAME + " encodes differences, so no one value stands for the fill value");
    return new DeltaCodec(
        decoded,
        new ChunkRepresentation(astype, decoded.shape(), fill),
        NumpyCast.cast(NAME, type, astype),
        NumpyCast.cast(NAME, astype, type));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ChunkData encode(ChunkData elements) {
    ChunkData differences = Delta.differences(decoded.numberType(), elements);
    ChunkData result = toEncoded.apply(differences);
    if (decoded.numberType().isInteger() && result != differences) {
      requireKept(differences, result);
    }
    return result;
  }

  private void requireKept(ChunkData differences, ChunkData result) {
    ChunkData back;
    try {
      back = toDecoded.apply(result);
    } catch (ElementException e) {
      throw new CodingException(e.getMessage(), e);
    }
    for (int i = 0; i < back.length(); i++) {
      if (back.stored(i) != differences.stored(i)) {
        throw new CodingException(
            NAME
                + ": the difference "
                + differences.scalar(decoded.numberType(), i)
                + " at element "
                + i
                + " does not fit "
                + encoded.dataType()
                + ". Set \"astype\" to a wider type");
      }
    }
  }

  @Override
  public ChunkData decode(ChunkData elements) {
    return Delta.sums(decoded.numberType(), toDecoded.apply(elements));
  }
}
