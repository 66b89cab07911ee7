package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.type.VariableType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * {@code vlen-utf8} and {@code vlen-bytes} of zarr-extensions: the number of elements, then each
 * element as its length and its bytes; all numbers 32 bits, little-endian.
 *
 * <pre>{"name": "vlen-utf8"}</pre>
 */
record VariableLengthCodec(String name, ChunkRepresentation decoded) implements ArrayToBytesCodec {
  static final String UTF8 = "vlen-utf8";
  static final String BYTES = "vlen-bytes";

  private static final int HEADER = 4;

  static ArrayToBytesCodec bindUtf8(
      CodecConfig config, ChunkRepresentation decoded, CodecRegistry registry) {
    return bind(config, decoded, VariableType.STRING);
  }

  static ArrayToBytesCodec bindBytes(
      CodecConfig config, ChunkRepresentation decoded, CodecRegistry registry) {
    return bind(config, decoded, VariableType.BYTES);
  }

  private static ArrayToBytesCodec bind(
      CodecConfig config, ChunkRepresentation decoded, VariableType type) {
    config.members().done();
    if (decoded.dataType() != type) {
      throw new InvalidMetadataException(
          config.name() + " works on " + type + ", but " + decoded.dataType() + " reaches it");
    }
    return new VariableLengthCodec(config.name(), decoded);
  }

  @Override
  public SizeBound encodedSize() {
    return SizeBound.unbounded();
  }

  @Override
  public ByteSlice encode(ChunkData elements, CodecScratch scratch) {
    byte[][] values = ((ChunkData.Variable) elements).values();
    long size = HEADER;
    for (byte[] value : values) {
      size += HEADER + value.length;
    }
    if (size > SizeBound.unbounded().max()) {
      throw new CodingException(
          name
              + ": the elements of the chunk have "
              + size
              + " bytes, more than a Java array."
              + " Use smaller chunks");
    }
    ByteBuffer buffer = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(values.length);
    for (byte[] value : values) {
      buffer.putInt(value.length);
      buffer.put(value);
    }
    return ByteSlice.of(buffer.array());
  }

  @Override
  public ChunkData decode(ByteSlice encoded, CodecScratch scratch) {
    ByteBuffer buffer =
        ByteBuffer.wrap(encoded.array(), encoded.offset(), encoded.length())
            .order(ByteOrder.LITTLE_ENDIAN);
    int expected = decoded.elements();
    int count = buffer.remaining() < HEADER ? -1 : buffer.getInt();
    if (count != expected) {
      throw new CodingException(
          name
              + ": the data has "
              + (count < 0 ? "no count" : count + " elements")
              + "; there should be "
              + expected);
    }
    // Every element has a length, so a chunk too short for its lengths allocates nothing.
    if (buffer.remaining() < (long) expected * HEADER) {
      throw new CodingException(name + ": the data is truncated: " + encoded.length() + " bytes");
    }
    byte[][] values = new byte[expected][];
    for (int i = 0; i < expected; i++) {
      int length = buffer.remaining() < HEADER ? -1 : buffer.getInt();
      if (length < 0 || length > buffer.remaining()) {
        throw new CodingException(
            name
                + ": element "
                + i
                + " should have "
                + Integer.toUnsignedString(length)
                + " bytes, but "
                + buffer.remaining()
                + " are left");
      }
      values[i] = Arrays.copyOfRange(buffer.array(), buffer.position(), buffer.position() + length);
      buffer.position(buffer.position() + length);
    }
    return new ChunkData.Variable(values);
  }
}
