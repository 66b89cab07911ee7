package io.zarrspark.spark.schema;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.NumberType;

/** Puts decoded elements in the primitive array of their Spark type. */
final class Widening {
  private Widening() {}

  /** Whether the decoded array is the one of the Spark type already. */
  static boolean isIdentity(NumberType dataType) {
    if (dataType.isFloat()) {
      return dataType.bits() >= 32;
    }
    return dataType.isSigned() || dataType.bits() < 8 || dataType == NumberType.UINT64;
  }

  /** Elements {@code [offset, offset + length)} in a new array. */
  static ChunkData widen(NumberType dataType, ChunkData stored, int offset, int length) {
    if (dataType.isFloat()) {
      return new ChunkData.Floats(floats(FloatTable.of(dataType), stored, offset, length));
    }
    return switch (dataType) {
      case UINT8 ->
          new ChunkData.Shorts(unsigned(((ChunkData.Bytes) stored).values(), offset, length));
      case UINT16 ->
          new ChunkData.Ints(unsigned(((ChunkData.Shorts) stored).values(), offset, length));
      case UINT32 ->
          new ChunkData.Longs(unsigned(((ChunkData.Ints) stored).values(), offset, length));
      default -> throw new IllegalArgumentException(dataType + " needs no widening");
    };
  }

  private static float[] floats(float[] table, ChunkData stored, int offset, int length) {
    float[] values = new float[length];
    if (stored instanceof ChunkData.Shorts shorts) {
      for (int i = 0; i < length; i++) {
        values[i] = table[shorts.values()[offset + i] & 0xFFFF];
      }
    } else {
      byte[] bytes = ((ChunkData.Bytes) stored).values();
      for (int i = 0; i < length; i++) {
        values[i] = table[bytes[offset + i] & 0xFF];
      }
    }
    return values;
  }

  private static short[] unsigned(byte[] stored, int offset, int length) {
    short[] values = new short[length];
    for (int i = 0; i < length; i++) {
      values[i] = (short) (stored[offset + i] & 0xFF);
    }
    return values;
  }

  private static int[] unsigned(short[] stored, int offset, int length) {
    int[] values = new int[length];
    for (int i = 0; i < length; i++) {
      values[i] = stored[offset + i] & 0xFFFF;
    }
    return values;
  }

  private static long[] unsigned(int[] stored, int offset, int length) {
    long[] values = new long[length];
    for (int i = 0; i < length; i++) {
      values[i] = stored[offset + i] & 0xFFFFFFFFL;
    }
    return values;
  }
}
