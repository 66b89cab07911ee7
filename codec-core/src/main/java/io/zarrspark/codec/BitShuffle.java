package io.zarrspark.codec;

/**
 * The bit shuffle of Blosc and of the bitshuffle library: first the lowest bit of byte 0 of every
 * element, packed from the lowest bit of each byte up, then the next bit, and so on; each such run
 * is called a row here. There are 8 × typesize rows.
 *
 * <p>As in c-blosc, nothing is shuffled unless the number of elements is a multiple of 8. Bytes
 * after the last whole element stay where they are.
 *
 * <p>Bit m of byte g of a long of row (j, k) is bit k of byte j of element 8g + m. Exchanging k
 * with m makes lane (j, m) hold byte j of element 8g + m in its byte g. With the lanes in the order
 * (m, j) that is a byte shuffle of eights of elements.
 *
 * <p>An instance holds the buffers of one thread.
 */
final class BitShuffle {
  /** As long as vector loops need: there are eight lanes for each byte of an element. */
  private static final int LANE_LENGTH = 128;

  private long[][] lanes = new long[0][];

  void unshuffle(byte[] src, int srcOff, byte[] dst, int dstOff, int length, int typesize) {
    int count = length / typesize;
    if (count % 8 != 0) {
      System.arraycopy(src, srcOff, dst, dstOff, length);
      return;
    }
    int row = count / 8;
    int stride = 8 * typesize;
    int longs = row / 8;
    reserve(longs, stride);
    for (int i = 0; i < longs; i += LANE_LENGTH) {
      int n = Math.min(LANE_LENGTH, longs - i);
      for (int j = 0; j < typesize; j++) {
        for (int k = 0; k < 8; k++) {
          Lanes.load(src, srcOff + (8 * j + k) * row + 8 * i, lanes[k * typesize + j], n);
        }
        Lanes.transposeBits(lanes, j, typesize, n);
      }
      for (int q = 0; q < stride; q += 8) {
        Lanes.transposeBytes8(lanes, q, n);
        for (int g = 0; g < 8; g++) {
          int at = dstOff + (8 * i + g) * stride + q;
          Lanes.scatter(lanes[q + g], dst, at, 8 * stride, n);
        }
      }
    }
    for (int i = 8 * longs; i < row; i++) {
      for (int j = 0; j < typesize; j++) {
        long x = 0;
        for (int k = 7; k >= 0; k--) {
          x = x << 8 | src[srcOff + (8 * j + k) * row + i] & 0xFF;
        }
        x = transpose(x);
        for (int m = 0; m < 8; m++) {
          dst[dstOff + (8 * i + m) * typesize + j] = (byte) (x >>> 8 * m);
        }
      }
    }
    int whole = count * typesize;
    System.arraycopy(src, srcOff + whole, dst, dstOff + whole, length - whole);
  }

  void shuffle(byte[] src, int srcOff, byte[] dst, int dstOff, int length, int typesize) {
    int count = length / typesize;
    if (count % 8 != 0) {
      System.arraycopy(src, srcOff, dst, dstOff, length);
      return;
    }
    int row = count / 8;
    int stride = 8 * typesize;
    int longs = row / 8;
    reserve(longs, stride);
    for (int i = 0; i < longs; i += LANE_LENGTH) {
      int n = Math.min(LANE_LENGTH, longs - i);
      for (int q = 0; q < stride; q += 8) {
        for (int g = 0; g < 8; g++) {
          int at = srcOff + (8 * i + g) * stride + q;
          Lanes.gather(src, at, 8 * stride, lanes[q + g], n);
        }
        Lanes.transposeBytes8(lanes, q, n);
      }
      for (int j = 0; j < typesize; j++) {
        Lanes.transposeBits(lanes, j, typesize, n);
        for (int k = 0; k < 8; k++) {
          Lanes.store(lanes[k * typesize + j], dst, dstOff + (8 * j + k) * row + 8 * i, n);
        }
      }
    }
    for (int i = 8 * longs; i < row; i++) {
      for (int j = 0; j < typesize; j++) {
        long x = 0;
        for (int m = 7; m >= 0; m--) {
          x = x << 8 | src[srcOff + (8 * i + m) * typesize + j] & 0xFF;
        }
        x = transpose(x);
        for (int k = 0; k < 8; k++) {
          dst[dstOff + (8 * j + k) * row + i] = (byte) (x >>> 8 * k);
        }
      }
    }
    int whole = count * typesize;
    System.arraycopy(src, srcOff + whole, dst, dstOff + whole, length - whole);
  }

  private void reserve(int longs, int count) {
    if (longs > 0 && lanes.length < count) {
      lanes = new long[count][LANE_LENGTH];
    }
  }

  /** Exchanges bit k of byte m with bit m of byte k. */
  private static long transpose(long x) {
    long t = (x ^ x >>> 7) & 0x00AA00AA00AA00AAL;
    x ^= t ^ t << 7;
    t = (x ^ x >>> 14) & 0x0000CCCC0000CCCCL;
    x ^= t ^ t << 14;
    t = (x ^ x >>> 28) & 0x00000000F0F0F0F0L;
    return x ^ t ^ t << 28;
  }
}
