package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;
import io.zarrspark.type.BoolType;
import io.zarrspark.type.NumberType;
import java.util.Optional;

/**
 * {@code packbits} of zarr-extensions: a range of bits of every element, without gaps, least
 * significant bits first.
 *
 * <pre>
 * {"name": "packbits", "configuration":
 *  {"first_bit": null, "last_bit": 11, "padding_encoding": "first_byte"}}
 * </pre>
 *
 * <p>Bits outside the range are lost: decoding repeats the last bit above it for signed integers
 * and clears the others. The schema of the codec has other spellings than its text ({@code
 * start_bit}, {@code end_bit}, {@code start_byte}, {@code end_byte}), which are read as well.
 *
 * @param firstBit number of the first bit kept, from the least significant
 * @param width bits kept per element
 */
record PackBitsCodec(ChunkRepresentation decoded, int firstBit, int width, Padding padding)
    implements ArrayToBytesCodec {
  static final String NAME = "packbits";

  /** Where the number of padding bits stands. */
  enum Padding {
    NONE,
    FIRST_BYTE,
    LAST_BYTE
  }

  static ArrayToBytesCodec bind(
      CodecConfig config, ChunkRepresentation decoded, CodecRegistry registry) {
    Members members = config.members();
    int bits = bits(decoded);
    int firstBit = bit(members, "first_bit", "start_bit", bits).orElse(0);
    int lastBit = bit(members, "last_bit", "end_bit", bits).orElse(bits - 1);
    String name = members.optionalText("padding_encoding").orElse("none");
    members.done();
    if (lastBit < firstBit) {
      throw new InvalidMetadataException(
          NAME + ": last_bit is " + lastBit + ", which is before first_bit, " + firstBit);
    }
    Padding padding =
        switch (name) {
          case "none" -> Padding.NONE;
          case "first_byte", "start_byte" -> Padding.FIRST_BYTE;
          case "last_byte", "end_byte" -> Padding.LAST_BYTE;
          default ->
              throw new InvalidMetadataException(
                  NAME
                      + ": padding_encoding is \""
                      + name
                      + "\" but must be \"none\", \"first_byte\" or \"last_byte\"");
        };
    return new PackBitsCodec(decoded, firstBit, lastBit - firstBit + 1, padding);
  }

  private static int bits(ChunkRepresentation decoded) {
    return decoded.dataType() == BoolType.BOOL ? 1 : NumberTypes.of(NAME, decoded).bits();
  }

  /** The type whose storage and sign the elements have. */
  private NumberType packedType() {
    return decoded.dataType() == BoolType.BOOL ? NumberType.UINT8 : decoded.numberType();
  }

  private static Optional<Integer> bit(Members members, String name, String otherName, int bits) {
    Optional<Long> bit = members.nullableInteger(name, 0, bits - 1);
    Optional<Long> otherBit = members.nullableInteger(otherName, 0, bits - 1);
    if (bit.isPresent() && otherBit.isPresent()) {
      throw new InvalidMetadataException(
          NAME + ": " + name + " and " + otherName + " are the same; leave one out");
    }
    return bit.or(() -> otherBit).map(Long::intValue);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SizeBound encodedSize() {
    long bits = width;
    for (int extent : decoded.shape()) {
      bits = Math.multiplyExact(bits, (long) extent);
    }
    return SizeBound.exactly((bits + 7) / 8 + (padding == Padding.NONE ? 0 : 1));
  }

  private byte paddingBits() {
    return (byte) (-((long) decoded.elements() * width) & 7);
  }

  @Override
  public ByteSlice encode(ChunkData elements, CodecScratch scratch) {
    byte[] bytes = new byte[encodedSize().exactLength()];
    switch (padding) {
      case NONE -> {}
      case FIRST_BYTE -> bytes[0] = paddingBits();
      case LAST_BYTE -> bytes[bytes.length - 1] = paddingBits();
    }
    new BitPacking(packedType(), firstBit, width).pack(elements, bytes, dataStart());
    return ByteSlice.of(bytes);
  }

  @Override
  public ChunkData decode(ByteSlice encoded, CodecScratch scratch) {
    int expected = encodedSize().exactLength();
    if (encoded.length() != expected) {
      throw new CodingException(
          NAME
              + ": there are "
              + encoded.length()
              + " bytes, but "
              + decoded.elements()
              + " elements of "
              + width
              + " bits have "
              + expected);
    }
    if (padding != Padding.NONE) {
      int at = padding == Padding.FIRST_BYTE ? 0 : expected - 1;
      byte stored = encoded.array()[encoded.offset() + at];
      if (stored != paddingBits()) {
        throw new CodingException(
            NAME
                + ": the data says that "
                + (stored & 0xff)
                + " bits are padding, but "
                + decoded.elements()
                + " elements of "
                + width
                + " bits leave "
                + paddingBits());
      }
    }
    ByteSlice data = encoded.after(dataStart());
    if (padding == Padding.LAST_BYTE) {
      data = data.first(data.length() - 1);
    }
    ChunkData elements = ChunkData.allocate(decoded.dataType(), decoded.elements());
    new BitPacking(packedType(), firstBit, width).unpack(data, elements);
    return elements;
  }

  private int dataStart() {
    return padding == Padding.FIRST_BYTE ? 1 : 0;
  }
}
