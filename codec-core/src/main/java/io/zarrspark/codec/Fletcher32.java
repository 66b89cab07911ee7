package io.zarrspark.codec;

/**
 * Fletcher's checksum as HDF5 computes it: over big-endian 16-bit words, an odd last byte being the
 * upper half of a word; both sums folded, not reduced, so that 0xffff can stand for zero.
 */
final class Fletcher32 {
  /** So many words cannot overflow the second sum between two foldings. */
  private static final int BLOCK = 360;

  private Fletcher32() {}

  static int of(ByteSlice bytes) {
    byte[] array = bytes.array();
    int at = bytes.offset();
    int words = bytes.length() / 2;
    int first = 0;
    int second = 0;
    while (words > 0) {
      int block = Math.min(words, BLOCK);
      words -= block;
      for (int end = at + 2 * block; at < end; at += 2) {
        first += (array[at] & 0xff) << 8 | array[at + 1] & 0xff;
        second += first;
      }
      first = fold(first);
      second = fold(second);
    }
    if (bytes.length() % 2 != 0) {
      first += (array[at] & 0xff) << 8;
      second += first;
      first = fold(first);
      second = fold(second);
    }
    return fold(second) << 16 | fold(first);
  }

  private static int fold(int sum) {
    return (sum & 0xffff) + (sum >>> 16);
  }
}
