package io.zarrspark.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * BloscLZ, the byte-wise LZ77 format of c-blosc (a relative of FastLZ). It is a list of
 * instructions:
 *
 * <pre>
 * 000nnnnn                        the n + 1 bytes that follow, as they are
 * lllddddd [length…] dddddddd     l + 2 bytes from distance d + 1 back; l = 7 is followed by bytes to
 *                                 add to it, up to one that is not 255
 * lll11111 [length…] 11111111 d d  the same from distance d + 8192 back (d big-endian)
 * </pre>
 *
 * The first instruction is of the first kind whatever its three high bits are.
 */
final class Blosclz {
  private static final int MAX_LITERALS = 32;
  private static final int FIRST_MARK = 1 << 5;

  /** Distances here are one less than the bytes to go back; the two-byte form ends at 8190. */
  private static final int FAR = 8191;

  private static final int MAX_DISTANCE = FAR + 0xFFFF;
  private static final int HASH_BITS = 14;

  /** c-blosc reads one byte beyond a match before it looks for the end. */
  private static final int LAST_LITERALS = 4;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private Blosclz() {}

  /** Returns the number of decoded bytes, at most {@code dstLen}. */
  static int decompress(byte[] src, int off, int len, byte[] dst, int dstOff, int dstLen) {
    int ip = off;
    int end = off + len;
    int op = dstOff;
    int dstEnd = dstOff + dstLen;
    int control = src[ip++] & 31;
    while (true) {
      if (control < 32) {
        int length = control + 1;
        if (length > dstEnd - op || length > end - ip) {
          throw invalid(length + " literal bytes", ip - off, op - dstOff);
        }
        System.arraycopy(src, ip, dst, op, length);
        ip += length;
        op += length;
      } else {
        int length = (control >>> 5) + 2;
        int distance = (control & 31) << 8;
        int next;
        if (length == 9) {
          do {
            next = ip < end ? src[ip++] & 0xFF : -1;
            length += next;
            // Before the sum can overflow.
            if (next < 0 || length > dstEnd - op) {
              throw invalid(
                  "a match of more than " + (length - next) + " bytes", ip - off, op - dstOff);
            }
          } while (next == 255);
        }
        if (ip >= end) {
          throw invalid("a match without its distance", ip - off, op - dstOff);
        }
        next = src[ip++] & 0xFF;
        distance += next;
        if (next == 255 && distance == FAR) {
          if (end - ip < 2) {
            throw invalid("a match without its far distance", ip - off, op - dstOff);
          }
          distance += (src[ip] & 0xFF) << 8 | src[ip + 1] & 0xFF;
          ip += 2;
        }
        if (length > dstEnd - op || distance >= op - dstOff) {
          throw invalid(
              "a match of " + length + " bytes from " + (distance + 1L) + " back",
              ip - off,
              op - dstOff);
        }
        copyMatch(dst, op, distance + 1, length, dstEnd);
        op += length;
      }
      if (ip >= end) {
        return op - dstOff;
      }
      control = src[ip++] & 0xFF;
    }
  }

  private static BloscException invalid(String what, int read, int written) {
    return new BloscException(
        "its blosclz data has "
            + what
            + " after "
            + read
            + " bytes read and "
            + written
            + " written, which does not fit.");
  }

  private static void copyMatch(byte[] dst, int op, int distance, int length, int dstEnd) {
    int to = op + length;
    if (distance == 1) {
      Arrays.fill(dst, op, to, dst[op - 1]);
    } else if (distance >= length && length > 32) {
      System.arraycopy(dst, op - distance, dst, op, length);
    } else if (distance >= 8 && to <= dstEnd - 7) {
      // May write up to 7 bytes too far, but not beyond dstEnd; what follows overwrites them.
      for (; op < to; op += 8) {
        LONG.set(dst, op, (long) LONG.get(dst, op - distance));
      }
    } else {
      for (; op < to; op++) {
        dst[op] = dst[op - distance];
      }
    }
  }

  /**
   * Returns the number of bytes written to {@code dst}, which needs room for 33/32 of {@code len}
   * and one more. The search takes the latest position with the same hash of four bytes, and longer
   * steps the longer it finds nothing: {@code clevel} says how patiently.
   */
  static int compress(
      byte[] src, int off, int len, byte[] dst, int dstOff, int clevel, BloscScratch scratch) {
    int[] positions = scratch.positions(1 << HASH_BITS);
    Arrays.fill(positions, -1);
    int end = off + len;
    int searchEnd = end - LAST_LITERALS - 4;
    int op = dstOff;
    int literals = off;
    // The first instruction must be literals, so nothing can match at the first byte.
    int ip = off + 1;
    int misses = 0;
    while (ip < searchEnd) {
      int word = (int) INT.get(src, ip);
      int hash = word * 0x9E3779B1 >>> 32 - HASH_BITS;
      int from = positions[hash];
      positions[hash] = ip;
      if (from < 0 || ip - from > MAX_DISTANCE || (int) INT.get(src, from) != word) {
        ip += 1 + (misses++ >> clevel);
        continue;
      }
      misses = 0;
      int length = 4 + matching(src, from + 4, ip + 4, end - LAST_LITERALS);
      // Two more bytes say a far distance: a match of four would save nothing.
      if (ip - from - 1 >= FAR && length < 6) {
        ip++;
        continue;
      }
      op = writeLiterals(src, literals, ip, dst, op);
      op = writeMatch(dst, op, length, ip - from - 1);
      ip += length;
      literals = ip;
    }
    op = writeLiterals(src, literals, end, dst, op);
    dst[dstOff] |= FIRST_MARK;
    return op - dstOff;
  }

  private static int matching(byte[] src, int a, int b, int bEnd) {
    int start = b;
    while (b + 8 <= bEnd) {
      long difference = (long) LONG.get(src, a) ^ (long) LONG.get(src, b);
      if (difference != 0) {
        return b - start + (Long.numberOfTrailingZeros(difference) >>> 3);
      }
      a += 8;
      b += 8;
    }
    while (b < bEnd && src[a] == src[b]) {
      a++;
      b++;
    }
    return b - start;
  }

  private static int writeLiterals(byte[] src, int from, int to, byte[] dst, int op) {
    while (from < to) {
      int length = Math.min(to - from, MAX_LITERALS);
      dst[op++] = (byte) (length - 1);
      System.arraycopy(src, from, dst, op, length);
      op += length;
      from += length;
    }
    return op;
  }

  private static int writeMatch(byte[] dst, int op, int length, int distance) {
    boolean far = distance >= FAR;
    int high = far ? 31 : distance >>> 8;
    if (length < 9) {
      dst[op++] = (byte) (length - 2 << 5 | high);
    } else {
      dst[op++] = (byte) (7 << 5 | high);
      int rest = length - 9;
      for (; rest >= 255; rest -= 255) {
        dst[op++] = (byte) 255;
      }
      dst[op++] = (byte) rest;
    }
    if (far) {
      dst[op++] = (byte) 255;
      dst[op++] = (byte) (distance - FAR >>> 8);
      dst[op++] = (byte) (distance - FAR);
    } else {
      dst[op++] = (byte) distance;
    }
    return op;
  }
}
