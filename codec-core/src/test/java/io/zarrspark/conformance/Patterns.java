package io.zarrspark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.codec.ByteSlice;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.util.ArrayList;
import java.util.List;

/** Elements as the vectors write them: bit patterns in hex, or {@code !kind} for an error. */
final class Patterns {
  private Patterns() {}

  static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(entry -> texts.add(entry.textValue()));
    return texts;
  }

  static boolean isError(String entry) {
    return entry.startsWith("!");
  }

  static NumberScalar scalar(NumberType type, String pattern) {
    return new NumberScalar(type, Long.parseUnsignedLong(pattern.substring(2), 16));
  }

  static String text(NumberScalar scalar) {
    int digits = (scalar.dataType().bits() + 3) / 4;
    return String.format("0x%0" + digits + "x", scalar.pattern());
  }

  /** The same bits, or any NaN for a NaN. */
  static boolean matches(NumberScalar expected, NumberScalar actual) {
    return expected.equals(actual) || expected.isNaN() && actual.isNaN();
  }

  static ChunkData elements(NumberType type, List<String> patterns) {
    ChunkData elements = ChunkData.allocate(type, patterns.size());
    for (int i = 0; i < patterns.size(); i++) {
      elements.setStored(i, scalar(type, patterns.get(i)).stored());
    }
    return elements;
  }

  static List<NumberScalar> scalars(NumberType type, ChunkData elements) {
    List<NumberScalar> scalars = new ArrayList<>();
    for (int i = 0; i < elements.length(); i++) {
      scalars.add(elements.scalar(type, i));
    }
    return scalars;
  }

  /** What the bytes codec writes, little-endian. */
  static ByteSlice bytes(NumberType type, List<String> patterns) {
    int size = type.storage().bytes();
    byte[] bytes = new byte[patterns.size() * size];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (scalar(type, patterns.get(i / size)).pattern() >>> i % size * 8);
    }
    return ByteSlice.of(bytes);
  }

  static List<NumberScalar> scalars(NumberType type, ByteSlice slice) {
    int size = type.storage().bytes();
    byte[] bytes = slice.toArray();
    List<NumberScalar> scalars = new ArrayList<>();
    for (int i = 0; i < bytes.length; i += size) {
      long pattern = 0;
      for (int b = 0; b < size; b++) {
        pattern |= (bytes[i + b] & 0xffL) << b * 8;
      }
      scalars.add(new NumberScalar(type, pattern));
    }
    return scalars;
  }
}
