package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.type.BoolType;
import io.zarrspark.type.DataType;
import io.zarrspark.type.NumberType;

/**
 * {@code numcodecs.packbits}: one bit per element, most significant bit first, behind a byte with
 * the number of padding bits; seen by the next codec as uint8 of one dimension.
 *
 * <pre>{"name": "numcodecs.packbits"}</pre>
 *
 * <p>numcodecs means bool, one byte of 0 or 1 per element; any other 8-bit integer holds the same.
 * The order of bits is not that of {@link PackBitsCodec}.
 */
record NumcodecsPackBitsCodec(ChunkRepresentation decoded, ChunkRepresentation encoded)
    implements ArrayToArrayCodec {
  static final String NAME = "numcodecs.packbits";

  static ArrayToArrayCodec bind(CodecConfig config, ChunkRepresentation decoded) {
    config.members().done();
    DataType type = decoded.dataType();
    if (type != BoolType.BOOL && type != NumberType.UINT8 && type != NumberType.INT8) {
      throw new InvalidMetadataException(
          NAME + ": works on elements of one byte, 0 or 1, not on " + type);
    }
    int[] shape = {1 + (int) ((decoded.elements() + 7L) / 8)};
    FillValue fill =
        FillValue.missing(NAME + " packs eight elements, so no one byte stands for the fill value");
    return new NumcodecsPackBitsCodec(
        decoded, new ChunkRepresentation(NumberType.UINT8, shape, fill));
  }

  @Override
  public String name() {
    return NAME;
  }

  private int paddingBits() {
    return -decoded.elements() & 7;
  }

  @Override
  public ChunkData encode(ChunkData elements) {
    byte[] values = ((ChunkData.Bytes) elements).values();
    byte[] packed = new byte[encoded.elements()];
    packed[0] = (byte) paddingBits();
    int others = 0;
    for (int i = 0; i < values.length; i++) {
      others |= values[i] & ~1;
      packed[1 + (i >> 3)] |= (byte) ((values[i] & 1) << (7 - (i & 7)));
    }
    if (others != 0) {
      throw new CodingException(NAME + ": there are elements other than 0 and 1");
    }
    return new ChunkData.Bytes(packed);
  }

  @Override
  public ChunkData decode(ChunkData elements) {
    byte[] packed = ((ChunkData.Bytes) elements).values();
    if (packed[0] != paddingBits()) {
      throw new CodingException(
          NAME
              + ": the data says that "
              + (packed[0] & 0xff)
              + " bits are padding, but "
              + decoded.elements()
              + " elements leave "
              + paddingBits());
    }
    byte[] values = new byte[decoded.elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (byte) (packed[1 + (i >> 3)] >> (7 - (i & 7)) & 1);
    }
    return new ChunkData.Bytes(values);
  }
}
