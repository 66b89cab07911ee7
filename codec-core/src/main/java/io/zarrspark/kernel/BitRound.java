package io.zarrspark.kernel;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.NumberType;

/**
 * Rounds to few binary digits, to nearest, ties to even.
 *
 * <p>Floats: the mantissa, as numcodecs does, so that the largest numbers become infinite; NaNs
 * stay as they are, where numcodecs would carry some into infinity or zero. Integers: the digits
 * from the highest one of the magnitude; what would leave the type is rounded towards zero.
 */
public final class BitRound {
  private BitRound() {}

  /** The elements rounded to so many mantissa bits or integer digits. */
  public static ChunkData round(NumberType type, ChunkData elements, int keepBits) {
    return type.isFloat()
        ? roundFloats(type, elements, keepBits)
        : roundIntegers(type, elements, keepBits);
  }

  private static ChunkData roundFloats(NumberType type, ChunkData elements, int keepBits) {
    int drop = type.floatFormat().precision() - 1 - keepBits;
    if (drop <= 0) {
      return elements;
    }
    long mantissa = (1L << (type.floatFormat().precision() - 1)) - 1;
    long infinity = type.mask() >>> 1 & ~mantissa;
    if (elements instanceof ChunkData.Shorts data) {
      short[] values = data.values().clone();
      for (int i = 0; i < values.length; i++) {
        values[i] = (short) roundMantissa(values[i], drop, infinity, 0x7fff);
      }
      return new ChunkData.Shorts(values);
    } else if (elements instanceof ChunkData.Floats data) {
      float[] values = data.values().clone();
      for (int i = 0; i < values.length; i++) {
        long bits = Float.floatToRawIntBits(values[i]);
        values[i] =
            Float.intBitsToFloat((int) roundMantissa(bits, drop, infinity, Integer.MAX_VALUE));
      }
      return new ChunkData.Floats(values);
    }
    double[] values = ((ChunkData.Doubles) elements).values().clone();
    for (int i = 0; i < values.length; i++) {
      long bits = Double.doubleToRawLongBits(values[i]);
      values[i] = Double.longBitsToDouble(roundMantissa(bits, drop, infinity, Long.MAX_VALUE));
    }
    return new ChunkData.Doubles(values);
  }

  private static long roundMantissa(long bits, int drop, long infinity, long magnitude) {
    return (bits & magnitude) > infinity ? bits : nearestEven(bits, drop);
  }

  private static long nearestEven(long bits, int drop) {
    return bits + (bits >>> drop & 1) + (1L << drop - 1) - 1 & -1L << drop;
  }

  private static ChunkData roundIntegers(NumberType type, ChunkData elements, int keepBits) {
    long mask = type.isSigned() ? -1 : type.mask();
    long max = type.maxInteger();
    if (elements instanceof ChunkData.Bytes data) {
      byte[] values = data.values().clone();
      for (int i = 0; i < values.length; i++) {
        values[i] = (byte) roundInteger(values[i] & mask, type.isSigned(), keepBits, max);
      }
      return new ChunkData.Bytes(values);
    } else if (elements instanceof ChunkData.Shorts data) {
      short[] values = data.values().clone();
      for (int i = 0; i < values.length; i++) {
        values[i] = (short) roundInteger(values[i] & mask, type.isSigned(), keepBits, max);
      }
      return new ChunkData.Shorts(values);
    } else if (elements instanceof ChunkData.Ints data) {
      int[] values = data.values().clone();
      for (int i = 0; i < values.length; i++) {
        values[i] = (int) roundInteger(values[i] & mask, type.isSigned(), keepBits, max);
      }
      return new ChunkData.Ints(values);
    }
    long[] values = ((ChunkData.Longs) elements).values().clone();
    for (int i = 0; i < values.length; i++) {
      values[i] = roundInteger(values[i], type.isSigned(), keepBits, max);
    }
    return new ChunkData.Longs(values);
  }

  private static long roundInteger(long value, boolean signed, int keepBits, long max) {
    boolean negative = signed && value < 0;
    // The magnitude of the least integer is one more than the greatest; as an unsigned long it
    // exists, and it has one digit only.
    long magnitude = negative ? -value : value;
    int drop = 64 - Long.numberOfLeadingZeros(magnitude) - keepBits;
    if (drop <= 0) {
      return value;
    }
    long rounded = nearestEven(magnitude, drop);
    // Zero means that the carry left 64 bits.
    boolean beyond = rounded == 0 || Long.compareUnsigned(rounded, negative ? max + 1 : max) > 0;
    if (beyond) {
      rounded = magnitude & -1L << drop;
    }
    return negative ? -rounded : rounded;
  }
}
