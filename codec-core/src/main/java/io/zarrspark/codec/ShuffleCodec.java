package io.zarrspark.codec;

import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;

/**
 * {@code numcodecs.shuffle}: the first bytes of all elements, then the second bytes, and so on.
 *
 * <pre>{"name": "numcodecs.shuffle", "configuration": {"elementsize": 4}}</pre>
 */
record ShuffleCodec(SizeBound decodedSize, int elementSize) implements BytesToBytesCodec {
  static final String NAME = "numcodecs.shuffle";

  static BytesToBytesCodec bind(CodecConfig config, SizeBound decodedSize) {
    Members members = config.members();
    long elementSize =
        members
            .nullableInteger("elementsize", 0, Integer.MAX_VALUE)
            .orElseThrow(
                () ->
                    new InvalidMetadataException(
                        NAME
                            + ": elementsize is missing, for which numcodecs takes 4 and"
                            + " zarr-python the size of the data type. Add it to the codec"
                            + " configuration"));
    members.done();
    return new ShuffleCodec(decodedSize, (int) elementSize);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SizeBound encodedSize() {
    return decodedSize;
  }

  @Override
  public ByteSlice encode(ByteSlice decoded, CodecScratch scratch) {
    requireWholeElements(decoded);
    if (elementSize <= 1) {
      return decoded;
    }
    byte[] target = scratch.buffer(decoded.length());
    scratch
        .blosc()
        .byteShuffle
        .shuffle(decoded.array(), decoded.offset(), target, 0, decoded.length(), elementSize);
    return new ByteSlice(target, 0, decoded.length());
  }

  @Override
  public ByteSlice decode(ByteSlice encoded, CodecScratch scratch) {
    requireWholeElements(encoded);
    if (elementSize <= 1) {
      return encoded;
    }
    byte[] target = scratch.buffer(encoded.length());
    scratch
        .blosc()
        .byteShuffle
        .unshuffle(encoded.array(), encoded.offset(), target, 0, encoded.length(), elementSize);
    return new ByteSlice(target, 0, encoded.length());
  }

  private void requireWholeElements(ByteSlice bytes) {
    if (elementSize > 1 && bytes.length() % elementSize != 0) {
      throw new CodingException(
          NAME
              + ": "
              + bytes.length()
              + " bytes are no whole number of elements of "
              + elementSize
              + " bytes");
    }
  }
}
