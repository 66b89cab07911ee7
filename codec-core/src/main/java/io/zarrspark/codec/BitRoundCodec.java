package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.kernel.BitRound;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;
import io.zarrspark.type.NumberType;
import java.util.stream.IntStream;

/**
 * {@code bitround} of zarr-extensions and its old name {@code numcodecs.bitround}: rounds to few
 * binary digits, so that the data compresses better. Decoding changes nothing.
 *
 * <pre>{"name": "bitround", "configuration": {"keepbits": 10}}</pre>
 *
 * <p>Under the old name, floats of NumPy only, and {@code keepbits} may be 0. More bits than there
 * are change nothing.
 */
record BitRoundCodec(
    String name, ChunkRepresentation decoded, ChunkRepresentation encoded, int keepBits)
    implements ArrayToArrayCodec {
  static final String NAME = "bitround";
  static final String NUMCODECS_NAME = "numcodecs.bitround";

  static ArrayToArrayCodec bind(CodecConfig config, ChunkRepresentation decoded) {
    NumberType type = NumberTypes.of(config.name(), decoded);
    boolean numcodecs = config.name().equals(NUMCODECS_NAME);
    Members members = config.members();
    int keepBits = (int) members.requiredInteger("keepbits", numcodecs ? 0 : 1, Integer.MAX_VALUE);
    members.done();
    boolean supported =
        numcodecs
            ? type == NumberType.FLOAT16 || type == NumberType.FLOAT32 || type == NumberType.FLOAT64
            : type.bits() >= 16 || type.isInteger() && type.bits() == 8;
    if (!supported) {
      throw new InvalidMetadataException(
          config.name()
              + ": works on "
              + (numcodecs
                  ? "float16, float32 and float64"
                  : "floats of at least 16 bits and integers of at least 8")
              + ", not on "
              + type);
    }
    FillValue fill = decoded.fillValue();
    if (fill.isKnown()) {
      ChunkData one = BitRound.round(type, ChunkData.filled(fill.scalar(), 1), keepBits);
      fill = FillValue.of(one.scalar(type, 0));
    }
    return new BitRoundCodec(
        config.name(), decoded, new ChunkRepresentation(type, decoded.shape(), fill), keepBits);
  }

  @Override
  public ChunkData encode(ChunkData elements) {
    return BitRound.round(decoded.numberType(), elements, keepBits);
  }

  @Override
  public ChunkData decode(ChunkData elements) {
    return elements;
  }

  @Override
  public int[] blockwiseOrder() {
    return IntStream.range(0, decoded.shape().length).toArray();
  }
}
