package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.DataType;
import io.zarrspark.type.FieldsType;
import io.zarrspark.type.FixedBytesType;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.ScalarException;
import java.nio.ByteBuffer;

/**
 * Elements of fixed size at a distance in bytes: those of types that are no primitives, and their
 * fields.
 *
 * @param buffer the bytes of all elements, in their byte order
 * @param stride bytes from one element to the next
 * @param count number of elements
 */
record RecordBytes(ByteBuffer buffer, int stride, int count) {

  /**
   * Reads what lies from a byte of every element on.
   *
   * @throws CodingException if the bytes are no element of the type
   */
  ChunkData read(DataType dataType, int first) {
    if (dataType instanceof FieldsType type) {
      ChunkData[] fields = new ChunkData[type.fields().size()];
      int at = first;
      for (int i = 0; i < fields.length; i++) {
        DataType field = type.fields().get(i).dataType();
        fields[i] = read(field, at);
        at += field.encodedBytes();
      }
      return new ChunkData.Fields(fields);
    }
    if (dataType instanceof FixedBytesType type) {
      return new ChunkData.Variable(readBytes(type, first));
    }
    ChunkData elements = ChunkData.allocate(dataType, count);
    if (elements instanceof ChunkData.Bytes data) {
      for (int i = 0, at = first; i < count; i++, at += stride) {
        data.values()[i] = buffer.get(at);
      }
      extend(dataType, data.values());
    } else if (elements instanceof ChunkData.Shorts data) {
      for (int i = 0, at = first; i < count; i++, at += stride) {
        data.values()[i] = buffer.getShort(at);
      }
    } else if (elements instanceof ChunkData.Ints data) {
      for (int i = 0, at = first; i < count; i++, at += stride) {
        data.values()[i] = buffer.getInt(at);
      }
    } else if (elements instanceof ChunkData.Longs data) {
      for (int i = 0, at = first; i < count; i++, at += stride) {
        data.values()[i] = buffer.getLong(at);
      }
    } else if (elements instanceof ChunkData.Floats data) {
      for (int i = 0, at = first; i < count; i++, at += stride) {
        data.values()[i] = buffer.getFloat(at);
      }
    } else if (elements instanceof ChunkData.Doubles data) {
      for (int i = 0, at = first; i < count; i++, at += stride) {
        data.values()[i] = buffer.getDouble(at);
      }
    }
    return elements;
  }

  private static void extend(DataType dataType, byte[] values) {
    if (dataType instanceof NumberType type && type.bits() < 8) {
      for (int i = 0; i < values.length; i++) {
        values[i] = (byte) type.extend(values[i]);
      }
    }
  }

  private byte[][] readBytes(FixedBytesType type, int first) {
    byte[][] values = new byte[count][];
    int base = buffer.arrayOffset() + first;
    for (int i = 0; i < count; i++) {
      try {
        values[i] = type.decode(buffer.array(), base + i * stride, buffer.order());
      } catch (ScalarException e) {
        throw new CodingException(BytesCodec.NAME + ": element " + i + ": " + e.getMessage(), e);
      }
    }
    return values;
  }

  /**
   * Writes elements from a byte of every element on.
   *
   * @throws CodingException if an element has more bytes than its type
   */
  void write(DataType dataType, ChunkData elements, int first) {
    if (dataType instanceof FieldsType type) {
      int at = first;
      for (int i = 0; i < type.fields().size(); i++) {
        DataType field = type.fields().get(i).dataType();
        write(field, ((ChunkData.Fields) elements).fields()[i], at);
        at += field.encodedBytes();
      }
    } else if (dataType instanceof FixedBytesType type) {
      writeBytes(type, ((ChunkData.Variable) elements).values(), first);
    } else if (elements instanceof ChunkData.Bytes data) {
      byte mask = dataType instanceof NumberType type ? (byte) type.mask() : -1;
      for (int i = 0, at = first; i < count; i++, at += stride) {
        buffer.put(at, (byte) (data.values()[i] & mask));
      }
    } else if (elements instanceof ChunkData.Shorts data) {
      for (int i = 0, at = first; i < count; i++, at += stride) {
        buffer.putShort(at, data.values()[i]);
      }
    } else if (elements instanceof ChunkData.Ints data) {
      for (int i = 0, at = first; i < count; i++, at += stride) {
        buffer.putInt(at, data.values()[i]);
      }
    } else if (elements instanceof ChunkData.Longs data) {
      for (int i = 0, at = first; i < count; i++, at += stride) {
        buffer.putLong(at, data.values()[i]);
      }
    } else if (elements instanceof ChunkData.Floats data) {
      for (int i = 0, at = first; i < count; i++, at += stride) {
        buffer.putFloat(at, data.values()[i]);
      }
    } else if (elements instanceof ChunkData.Doubles data) {
      for (int i = 0, at = first; i < count; i++, at += stride) {
        buffer.putDouble(at, data.values()[i]);
      }
    }
  }

  private void writeBytes(FixedBytesType type, byte[][] values, int first) {
    for (int i = 0; i < count; i++) {
      try {
        type.encode(values[i], buffer.array(), first + i * stride, buffer.order());
      } catch (ScalarException e) {
        throw new CodingException(BytesCodec.NAME + ": element " + i + ": " + e.getMessage(), e);
      }
    }
  }
}
