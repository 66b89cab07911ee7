package io.zarrspark.type;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Single elements of a type with a fixed number of bytes, as the {@code bytes} codec has them. */
public final class ElementBytes {
  private ElementBytes() {}

  /**
   * Reads the element at which a buffer stands, in its byte order.
   *
   * @throws ScalarException if the bytes are no element of the type
   */
  public static Scalar read(DataType dataType, ByteBuffer buffer) {
    if (dataType instanceof NumberType type) {
      return NumberScalar.ofStored(type, readStored(type, buffer));
    }
    if (dataType instanceof PlainType type) {
      return new PlainScalar(type, readStored(type, buffer));
    }
    if (dataType instanceof FixedBytesType type) {
      int at = buffer.position();
      buffer.position(at + type.encodedBytes());
      return new BytesScalar(type, type.decode(buffer.array(), at, buffer.order()));
    }
    if (dataType instanceof FieldsType type) {
      List<Scalar> values = new ArrayList<>();
      for (FieldsType.Field field : type.fields()) {
        values.add(read(field.dataType(), buffer));
      }
      return new FieldsScalar(type, List.copyOf(values));
    }
    throw new IllegalArgumentException(dataType + " has no fixed number of bytes");
  }

  private static long readStored(DataType dataType, ByteBuffer buffer) {
    return switch (dataType.storage().bytes()) {
      case 1 -> buffer.get();
      case 2 -> buffer.getShort();
      case 4 -> buffer.getInt();
      default -> buffer.getLong();
    };
  }

  /** The bytes of an element. */
  static byte[] write(Scalar scalar, ByteOrder order) {
    ByteBuffer buffer = ByteBuffer.allocate(scalar.dataType().encodedBytes()).order(order);
    write(scalar, buffer);
    return buffer.array();
  }

  private static void write(Scalar scalar, ByteBuffer buffer) {
    if (scalar instanceof NumberScalar number) {
      writeStored(number.dataType(), number.pattern(), buffer);
    } else if (scalar instanceof PlainScalar plain) {
      writeStored(plain.dataType(), plain.stored(), buffer);
    } else if (scalar instanceof BytesScalar bytes) {
      FixedBytesType type = (FixedBytesType) bytes.dataType();
      int at = buffer.position();
      type.encode(bytes.bytes(), buffer.array(), at, buffer.order());
      buffer.position(at + type.encodedBytes());
    } else {
      ((FieldsScalar) scalar).values().forEach(value -> write(value, buffer));
    }
  }

  private static void writeStored(DataType dataType, long stored, ByteBuffer buffer) {
    switch (dataType.storage().bytes()) {
      case 1 -> buffer.put((byte) stored);
      case 2 -> buffer.putShort((short) stored);
      case 4 -> buffer.putInt((int) stored);
      default -> buffer.putLong(stored);
    }
  }
}
