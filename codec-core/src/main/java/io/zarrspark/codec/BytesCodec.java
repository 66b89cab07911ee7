package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.TimeType;
import io.zarrspark.type.VariableType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * {@code bytes} of the Zarr v3 core: elements one after the other, in a byte order.
 *
 * <pre>{"name": "bytes", "configuration": {"endian": "little"}}</pre>
 *
 * <p>Examples of the extension texts leave {@code endian} out for wider types as well; it is then
 * little.
 */
record BytesCodec(ChunkRepresentation decoded, ByteOrder byteOrder) implements ArrayToBytesCodec {
  static final String NAME = "bytes";

  static ArrayToBytesCodec bind(
      CodecConfig config, ChunkRepresentation decoded, CodecRegistry registry) {
    if (decoded.dataType() instanceof VariableType) {
      throw new InvalidMetadataException(
          NAME
              + " works on elements of one size, but "
              + decoded.dataType()
              + " reaches it. Use \"vlen-utf8\" or \"vlen-bytes\"");
    }
    Members members = config.members();
    String endian = members.optionalText("endian").orElse("little");
    members.done();
    ByteOrder byteOrder =
        switch (endian) {
          case "little" -> ByteOrder.LITTLE_ENDIAN;
          case "big" -> ByteOrder.BIG_ENDIAN;
          default ->
              throw new InvalidMetadataException(
                  NAME + ": endian is \"" + endian + "\" but must be \"little\" or \"big\"");
        };
    return new BytesCodec(decoded, byteOrder);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SizeBound encodedSize() {
    long elements = 1;
    for (int extent : decoded.shape()) {
      elements = Math.multiplyExact(elements, (long) extent);
    }
    return SizeBound.exactly(
        Math.multiplyExact(elements, (long) decoded.dataType().encodedBytes()));
  }

  @Override
  public ByteSlice encode(ChunkData elements, CodecScratch scratch) {
    int length = encodedSize().exactLength();
    if (!isPrimitive()) {
      // Not all of a record need be written.
      byte[] bytes = new byte[length];
      records(ByteBuffer.wrap(bytes).order(byteOrder)).write(decoded.dataType(), elements, 0);
      return ByteSlice.of(bytes);
    }
    byte[] bytes = scratch.buffer(length);
    ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length).order(byteOrder);
    if (elements instanceof ChunkData.Bytes data) {
      buffer.put(data.values());
      clearUpperBits(bytes, length);
    } else if (elements instanceof ChunkData.Shorts data) {
      buffer.asShortBuffer().put(data.values());
    } else if (elements instanceof ChunkData.Ints data) {
      buffer.asIntBuffer().put(data.values());
    } else if (elements instanceof ChunkData.Longs data) {
      buffer.asLongBuffer().put(data.values());
    } else if (elements instanceof ChunkData.Floats data) {
      buffer.asFloatBuffer().put(data.values());
    } else if (elements instanceof ChunkData.Doubles data) {
      buffer.asDoubleBuffer().put(data.values());
    }
    return new ByteSlice(bytes, 0, length);
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
              + decoded.dataType()
              + " have "
              + expected);
    }
    ByteBuffer buffer =
        ByteBuffer.wrap(encoded.array(), encoded.offset(), encoded.length())
            .slice()
            .order(byteOrder);
    if (!isPrimitive()) {
      return records(buffer).read(decoded.dataType(), 0);
    }
    ChunkData elements = scratch.elements(0, decoded.dataType(), decoded.elements());
    if (elements instanceof ChunkData.Bytes data) {
      buffer.get(data.values());
      extendPatterns(data.values());
    } else if (elements instanceof ChunkData.Shorts data) {
      buffer.asShortBuffer().get(data.values());
    } else if (elements instanceof ChunkData.Ints data) {
      buffer.asIntBuffer().get(data.values());
    } else if (elements instanceof ChunkData.Longs data) {
      buffer.asLongBuffer().get(data.values());
    } else if (elements instanceof ChunkData.Floats data) {
      buffer.asFloatBuffer().get(data.values());
    } else if (elements instanceof ChunkData.Doubles data) {
      buffer.asDoubleBuffer().get(data.values());
    }
    return elements;
  }

  /** Whether equal elements become equal bytes there, of which every bit counts. */
  boolean writesSameBytes(BytesCodec other) {
    int width = decoded.dataType().encodedBytes();
    boolean allBitsCount =
        decoded.dataType() instanceof NumberType type
            ? type.bits() == 8 * width
            : decoded.dataType() instanceof TimeType;
    return allBitsCount
        && decoded.dataType().equals(other.decoded.dataType())
        && Arrays.equals(decoded.shape(), other.decoded.shape())
        && (byteOrder == other.byteOrder || width == 1);
  }

  /** Whether all elements are the fill value, by bits. */
  boolean isAllFill(ByteSlice encoded) {
    if (!decoded.fillValue().isKnown()) {
      return false;
    }
    byte[] fill =
        new BytesCodec(decoded.withShape(new int[] {1}), byteOrder)
            .encode(ChunkData.filled(decoded.fillValue().scalar(), 1), new CodecScratch())
            .toArray();
    byte[] bytes = encoded.array();
    int start = encoded.offset();
    int second = start + fill.length;
    int end = start + encoded.length();
    // The first element is, and each is what the one before is.
    return Arrays.equals(bytes, start, second, fill, 0, fill.length)
        && Arrays.equals(bytes, second, end, bytes, start, end - fill.length);
  }

  private boolean isPrimitive() {
    return decoded.dataType().storage().bytes() > 0;
  }

  private RecordBytes records(ByteBuffer buffer) {
    return new RecordBytes(buffer, decoded.dataType().encodedBytes(), decoded.elements());
  }

  /** On disk, the bits above those of the type carry nothing and are ignored. */
  private void extendPatterns(byte[] values) {
    if (!(decoded.dataType() instanceof NumberType type) || type.bits() == 8) {
      return;
    }
    for (int i = 0; i < values.length; i++) {
      values[i] = (byte) type.extend(values[i]);
    }
  }

  private void clearUpperBits(byte[] values, int length) {
    if (!(decoded.dataType() instanceof NumberType type) || type.bits() == 8) {
      return;
    }
    for (int i = 0; i < length; i++) {
      values[i] &= (byte) type.mask();
    }
  }
}
