package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.NumberType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Moves a range of bits of every element to and from a sequence of bits, by 64-bit words. Elements
 * pass in tiles, whose length makes every tile start at a whole word.
 */
final class BitPacking {
  private static final int TILE = 1024;
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final NumberType type;
  private final int firstBit;
  private final int width;
  private final long mask;

  BitPacking(NumberType type, int firstBit, int width) {
    this.type = type;
    this.firstBit = firstBit;
    this.width = width;
    this.mask = -1L >>> (64 - width);
  }

  /** Packs all elements into the bytes from {@code start}. */
  void pack(ChunkData elements, byte[] bytes, int start) {
    long[] tile = new long[TILE];
    int at = start;
    for (int element = 0; element < elements.length(); element += TILE) {
      int n = Math.min(TILE, elements.length() - element);
      load(elements, element, tile, n);
      pack(tile, n, bytes, at);
      at += TILE / 8 * width;
    }
  }

  private void pack(long[] tile, int n, byte[] bytes, int start) {
    long word = 0;
    int filled = 0;
    int at = start;
    for (int i = 0; i < n; i++) {
      long bits = tile[i] >>> firstBit & mask;
      word |= bits << filled;
      filled += width;
      if (filled >= 64) {
        WORDS.set(bytes, at, word);
        at += 8;
        filled -= 64;
        // A shift by 64 would be one by 0.
        word = filled == 0 ? 0 : bits >>> (width - filled);
      }
    }
    for (; filled > 0; filled -= 8) {
      bytes[at++] = (byte) word;
      word >>>= 8;
    }
  }

  /** Unpacks all elements. */
  void unpack(ByteSlice packed, ChunkData elements) {
    long[] tile = new long[TILE];
    int at = packed.offset();
    int end = packed.offset() + packed.length();
    for (int element = 0; element < elements.length(); element += TILE) {
      int n = Math.min(TILE, elements.length() - element);
      unpack(packed.array(), at, end, tile, n);
      place(tile, n);
      store(tile, elements, element, n);
      at += TILE / 8 * width;
    }
  }

  private void unpack(byte[] bytes, int start, int end, long[] tile, int n) {
    long word = 0;
    int left = 0;
    int at = start;
    for (int i = 0; i < n; i++) {
      if (left >= width) {
        tile[i] = word & mask;
        word >>>= width;
        left -= width;
      } else {
        long next = word(bytes, at, end);
        at += 8;
        tile[i] = (word | next << left) & mask;
        int used = width - left;
        word = used == 64 ? 0 : next >>> used;
        left = 64 - used;
      }
    }
  }

  /** The word at a place, zero beyond the end. */
  private static long word(byte[] bytes, int at, int end) {
    if (at <= end - 8) {
      return (long) WORDS.get(bytes, at);
    }
    long word = 0;
    for (int i = at; i < end; i++) {
      word |= (bytes[i] & 0xffL) << (i - at) * 8;
    }
    return word;
  }

  /** Shifts the bits to their place; the last one is the sign of a signed integer. */
  private void place(long[] tile, int n) {
    int above = 64 - firstBit - width;
    if (type.isInteger() && type.isSigned()) {
      int up = 64 - width;
      for (int i = 0; i < n; i++) {
        tile[i] = tile[i] << up >> above;
      }
    } else if (firstBit > 0) {
      for (int i = 0; i < n; i++) {
        tile[i] <<= firstBit;
      }
    }
  }

  private static void load(ChunkData source, int at, long[] tile, int n) {
    if (source instanceof ChunkData.Bytes data) {
      byte[] values = data.values();
      for (int i = 0; i < n; i++) {
        tile[i] = values[at + i];
      }
    } else if (source instanceof ChunkData.Shorts data) {
      short[] values = data.values();
      for (int i = 0; i < n; i++) {
        tile[i] = values[at + i];
      }
    } else if (source instanceof ChunkData.Ints data) {
      int[] values = data.values();
      for (int i = 0; i < n; i++) {
        tile[i] = values[at + i];
      }
    } else if (source instanceof ChunkData.Longs data) {
      System.arraycopy(data.values(), at, tile, 0, n);
    } else if (source instanceof ChunkData.Floats data) {
      float[] values = data.values();
      for (int i = 0; i < n; i++) {
        tile[i] = Float.floatToRawIntBits(values[at + i]);
      }
    } else if (source instanceof ChunkData.Doubles data) {
      double[] values = data.values();
      for (int i = 0; i < n; i++) {
        tile[i] = Double.doubleToRawLongBits(values[at + i]);
      }
    }
  }

  private static void store(long[] tile, ChunkData target, int at, int n) {
    if (target instanceof ChunkData.Bytes data) {
      byte[] values = data.values();
      for (int i = 0; i < n; i++) {
        values[at + i] = (byte) tile[i];
      }
    } else if (target instanceof ChunkData.Shorts data) {
      short[] values = data.values();
      for (int i = 0; i < n; i++) {
        values[at + i] = (short) tile[i];
      }
    } else if (target instanceof ChunkData.Ints data) {
      int[] values = data.values();
      for (int i = 0; i < n; i++) {
        values[at + i] = (int) tile[i];
      }
    } else if (target instanceof ChunkData.Longs data) {
      System.arraycopy(tile, 0, data.values(), at, n);
    } else if (target instanceof ChunkData.Floats data) {
      float[] values = data.values();
      for (int i = 0; i < n; i++) {
        values[at + i] = Float.intBitsToFloat((int) tile[i]);
      }
    } else if (target instanceof ChunkData.Doubles data) {
      double[] values = data.values();
      for (int i = 0; i < n; i++) {
        values[at + i] = Double.longBitsToDouble(tile[i]);
      }
    }
  }
}
