package io.zarrspark.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The steps from which the shuffles are made, each a plain loop over longs.
 *
 * <p>A shuffle is a transposition of bits: a bit's place is a number whose binary digits say in
 * which lane, in which long, byte and bit it is, and a shuffle reorders these digits. {@link #swap}
 * exchanges a digit that selects the lane with one inside the long. Each loop is short enough for
 * the JIT compiler to turn it into vector instructions: one that does all swaps at once is not, and
 * is several times slower. The loops' bounds and steps are in the form it recognizes ({@code i <
 * n}, not {@code i + 8 <= n}).
 */
final class Lanes {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** The lower half of each pair of bits, nibbles, bytes and so on. */
  private static final long BITS = 0x5555555555555555L;

  private static final long BIT_PAIRS = 0x3333333333333333L;
  private static final long NIBBLES = 0x0F0F0F0F0F0F0F0FL;
  private static final long BYTES = 0x00FF00FF00FF00FFL;
  private static final long SHORTS = 0x0000FFFF0000FFFFL;
  private static final long INTS = 0x00000000FFFFFFFFL;

  private Lanes() {}

  static void load(byte[] src, int from, long[] lane, int n) {
    for (int i = 0; i < n; i++) {
      lane[i] = (long) LONG.get(src, from + 8 * i);
    }
  }

  static void store(long[] lane, byte[] dst, int to, int n) {
    for (int i = 0; i < n; i++) {
      LONG.set(dst, to + 8 * i, lane[i]);
    }
  }

  /** Writes a long every {@code step} bytes. */
  static void scatter(long[] lane, byte[] dst, int to, int step, int n) {
    for (int i = 0; i < n; i++) {
      LONG.set(dst, to + i * step, lane[i]);
    }
  }

  /** Reads a long every {@code step} bytes. */
  static void gather(byte[] src, int from, int step, long[] lane, int n) {
    for (int i = 0; i < n; i++) {
      lane[i] = (long) LONG.get(src, from + i * step);
    }
  }

  /** Exchanges the upper half of each pair in {@code a} with the lower half of it in {@code b}. */
  private static void swap(long[] a, long[] b, int n, int shift, long lower) {
    for (int i = 0; i < n; i++) {
      long x = a[i];
      long y = b[i];
      long t = (x >>> shift ^ y) & lower;
      a[i] = x ^ t << shift;
      b[i] = y ^ t;
    }
  }

  /** Swaps a with b and c with d, then a with c and b with d by twice the size. */
  private static void swapTwice(
      long[] a,
      long[] b,
      long[] c,
      long[] d,
      int n,
      int shift,
      long lower,
      int secondShift,
      long secondLower) {
    for (int i = 0; i < n; i++) {
      long w = a[i];
      long x = b[i];
      long y = c[i];
      long z = d[i];
      long t = (w >>> shift ^ x) & lower;
      w ^= t << shift;
      x ^= t;
      t = (y >>> shift ^ z) & lower;
      y ^= t << shift;
      z ^= t;
      t = (w >>> secondShift ^ y) & secondLower;
      a[i] = w ^ t << secondShift;
      c[i] = y ^ t;
      t = (x >>> secondShift ^ z) & secondLower;
      b[i] = x ^ t << secondShift;
      d[i] = z ^ t;
    }
  }

  /** Exchanges bit k of every byte of lane m with bit m of the same byte of lane k. */
  static void transposeBits(long[][] lanes, int first, int step, int n) {
    for (int k = first; k < first + 2 * step; k += step) {
      swapTwice(
          lanes[k],
          lanes[k + 4 * step],
          lanes[k + 2 * step],
          lanes[k + 6 * step],
          n,
          4,
          NIBBLES,
          2,
          BIT_PAIRS);
    }
    for (int k = first; k < first + 8 * step; k += 2 * step) {
      swap(lanes[k], lanes[k + step], n, 1, BITS);
    }
  }

  /** Exchanges byte k of every long of lane m with byte m of the same long of lane k. */
  static void transposeBytes8(long[][] lanes, int first, int n) {
    transposeBytes4(lanes, first, n);
    transposeBytes4(lanes, first + 4, n);
    for (int k = first; k < first + 4; k++) {
      swap(lanes[k], lanes[k + 4], n, 32, INTS);
    }
  }

  /** The same for four lanes and either half of the longs. */
  static void transposeBytes4(long[][] lanes, int first, int n) {
    swapTwice(
        lanes[first],
        lanes[first + 1],
        lanes[first + 2],
        lanes[first + 3],
        n,
        8,
        BYTES,
        16,
        SHORTS);
  }

  /**
   * Exchanges the upper half of the longs of {@code a} with the lower half of those of {@code b}.
   */
  static void swapHalves(long[] a, long[] b, int n) {
    swap(a, b, n, 32, INTS);
  }

  /**
   * Turns the bytes of two planes, eight of each, into eight pairs in order; {@link #partPairs}
   * undoes it.
   */
  static void joinPairs(long[] a, long[] b, int n) {
    swap(a, b, n, 8, BYTES);
    swap(a, b, n, 16, SHORTS);
    swap(a, b, n, 32, INTS);
  }

  static void partPairs(long[] a, long[] b, int n) {
    swap(a, b, n, 32, INTS);
    swap(a, b, n, 16, SHORTS);
    swap(a, b, n, 8, BYTES);
  }
}
