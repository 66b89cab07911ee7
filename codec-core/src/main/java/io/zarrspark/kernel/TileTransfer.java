package io.zarrspark.kernel;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.FloatFormat;
import io.zarrspark.type.NumberType;
import java.util.EnumMap;
import java.util.Map;

/** Loads elements of a data type from their storage into a tile, and stores them back. */
final class TileTransfer {
  /** The values of the patterns of each float format of up to 8 bits. */
  private static final Map<NumberType, float[]> SMALL_FLOATS = new EnumMap<>(NumberType.class);

  static {
    for (NumberType type : NumberType.values()) {
      if (type.isFloat() && type.bits() <= 8) {
        float[] values = new float[1 << type.bits()];
        for (int pattern = 0; pattern < values.length; pattern++) {
          values[pattern] = (float) type.floatFormat().toDouble(pattern);
        }
        SMALL_FLOATS.put(type, values);
      }
    }
  }

  private TileTransfer() {}

  static void load(NumberType type, ChunkData source, int at, Tile tile, int n) {
    switch (type.storage()) {
      case BYTES -> loadBytes(type, ((ChunkData.Bytes) source).values(), at, tile, n);
      case SHORTS -> loadShorts(type, ((ChunkData.Shorts) source).values(), at, tile, n);
      case INTS -> loadInts(type, ((ChunkData.Ints) source).values(), at, tile.longs, n);
      case LONGS -> System.arraycopy(((ChunkData.Longs) source).values(), at, tile.longs, 0, n);
      case FLOATS -> System.arraycopy(((ChunkData.Floats) source).values(), at, tile.floats, 0, n);
      case DOUBLES ->
          System.arraycopy(((ChunkData.Doubles) source).values(), at, tile.doubles, 0, n);
      case VARIABLE, FIELDS -> throw new IllegalStateException(type + " is a number");
    }
  }

  private static void loadBytes(NumberType type, byte[] source, int at, Tile tile, int n) {
    if (type.isFloat()) {
      float[] values = SMALL_FLOATS.get(type);
      int mask = values.length - 1;
      float[] to = tile.floats;
      for (int i = 0; i < n; i++) {
        to[i] = values[source[at + i] & mask];
      }
      return;
    }
    // All ones keeps the sign of a signed type.
    long mask = type.isSigned() ? -1 : type.mask();
    long[] to = tile.longs;
    for (int i = 0; i < n; i++) {
      to[i] = source[at + i] & mask;
    }
  }

  private static void loadShorts(NumberType type, short[] source, int at, Tile tile, int n) {
    if (type == NumberType.FLOAT16) {
      float[] to = tile.floats;
      for (int i = 0; i < n; i++) {
        to[i] = halfToFloat(source[at + i]);
      }
    } else if (type == NumberType.BFLOAT16) {
      float[] to = tile.floats;
      for (int i = 0; i < n; i++) {
        to[i] = Float.intBitsToFloat(source[at + i] << 16);
      }
    } else {
      long mask = type.isSigned() ? -1 : type.mask();
      long[] to = tile.longs;
      for (int i = 0; i < n; i++) {
        to[i] = source[at + i] & mask;
      }
    }
  }

  private static void loadInts(NumberType type, int[] source, int at, long[] to, int n) {
    long mask = type.isSigned() ? -1 : type.mask();
    for (int i = 0; i < n; i++) {
      to[i] = source[at + i] & mask;
    }
  }

  static void store(NumberType type, Tile tile, ChunkData target, int at, int n) {
    switch (type.storage()) {
      case BYTES -> storeBytes(type, tile, ((ChunkData.Bytes) target).values(), at, n);
      case SHORTS -> storeShorts(type, tile, ((ChunkData.Shorts) target).values(), at, n);
      case INTS -> {
        int[] to = ((ChunkData.Ints) target).values();
        for (int i = 0; i < n; i++) {
          to[at + i] = (int) tile.longs[i];
        }
      }
      case LONGS -> System.arraycopy(tile.longs, 0, ((ChunkData.Longs) target).values(), at, n);
      case FLOATS -> System.arraycopy(tile.floats, 0, ((ChunkData.Floats) target).values(), at, n);
      case DOUBLES ->
          System.arraycopy(tile.doubles, 0, ((ChunkData.Doubles) target).values(), at, n);
      case VARIABLE, FIELDS -> throw new IllegalStateException(type + " is a number");
    }
  }

  private static void storeBytes(NumberType type, Tile tile, byte[] to, int at, int n) {
    if (type.isFloat()) {
      FloatFormat format = type.floatFormat();
      for (int i = 0; i < n; i++) {
        to[at + i] = (byte) format.toPattern(tile.floats[i]);
      }
      return;
    }
    long[] from = tile.longs;
    for (int i = 0; i < n; i++) {
      to[at + i] = (byte) from[i];
    }
  }

  private static void storeShorts(NumberType type, Tile tile, short[] to, int at, int n) {
    if (type == NumberType.FLOAT16) {
      for (int i = 0; i < n; i++) {
        to[at + i] = floatToHalf(tile.floats[i]);
      }
    } else if (type == NumberType.BFLOAT16) {
      for (int i = 0; i < n; i++) {
        // floatToIntBits makes NaN canonical: cutting off a payload could leave infinity.
        to[at + i] = (short) (Float.floatToIntBits(tile.floats[i]) >>> 16);
      }
    } else {
      long[] from = tile.longs;
      for (int i = 0; i < n; i++) {
        to[at + i] = (short) from[i];
      }
    }
  }

  /** Float.float16ToFloat, which Java 17 lacks. */
  static float halfToFloat(short half) {
    int magnitude = (half & 0x7fff) << 13;
    if (magnitude >= 0x0f800000) {
      return Float.intBitsToFloat((half & 0x8000) << 16 | magnitude | 0x7f800000);
    }
    // The product is exact and turns the rebased exponent, subnormals included, into the right one.
    float value = Float.intBitsToFloat(magnitude) * 0x1p112f;
    return half < 0 ? -value : value;
  }

  /** The pattern of a float that binary16 holds. */
  static short floatToHalf(float value) {
    int bits = Float.floatToIntBits(value);
    int sign = bits >>> 16 & 0x8000;
    int magnitude = bits & 0x7fffffff;
    if (magnitude >= 0x7f800000) {
      return (short) (sign | (magnitude > 0x7f800000 ? 0x7e00 : 0x7c00));
    }
    return (short) (sign | Float.floatToRawIntBits(Math.abs(value) * 0x1p-112f) >>> 13);
  }
}
