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
    return elementSize <= 1 ? decoded : transpose(decoded, elementSize, count(decoded), scratch);
  }

  @Override
  public ByteSlice decode(ByteSlice encoded, CodecScratch scratch) {
    return elementSize <= 1 ? encoded : transpose(encoded, count(encoded), elementSize, scratch);
  }

  private int count(ByteSlice bytes) {
    if (bytes.length() % elementSize != 0) {
      throw new CodingException(
          NAME
              + ": "
              + bytes.length()
              + " bytes are no whole number of elements of "
              + elementSize);
    }
    return bytes.length() / elementSize;
  }

  /** Rows of {@code columns} bytes become columns. */
  private static ByteSlice transpose(
      ByteSlice source, int columns, int rows, CodecScratch scratch) {
    byte[] from = source.array();
    byte[] to = scratch.buffer(source.length());
    // The inner loop runs along the longer side.
    if (rows >= columns) {
      for (int column = 0; column < columns; column++) {
        int target = column * rows;
        int at = source.offset() + column;
        for (int row = 0; row < rows; row++, at += columns) {
          to[target + row] = from[at];
        }
      }
    } else {
      for (int row = 0; row < rows; row++) {
        int at = source.offset() + row * columns;
        int target = row;
        for (int column = 0; column < columns; column++, target += rows) {
          to[target] = from[at + column];
        }
      }
    }
    return new ByteSlice(to, 0, source.length());
  }
}
