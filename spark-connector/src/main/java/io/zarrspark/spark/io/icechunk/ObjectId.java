package io.zarrspark.spark.io.icechunk;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The id of a file or a node: random bytes, 12 or 8 of them. As text, and as the name of a file, it
 * is in Crockford's base 32.
 */
final class ObjectId implements Comparable<ObjectId> {
  /** Bytes of the id of a file. */
  static final int FILE = 12;

  /** Bytes of the id of a node. */
  static final int NODE = 8;

  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final Pattern FILE_TEXT = Pattern.compile("[" + DIGITS + "]{20}");

  private final byte[] bytes;

  ObjectId(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Whether a text, in letters of either case, is the id of a file. */
  static boolean isFileId(String text) {
    return FILE_TEXT.matcher(text.toUpperCase(Locale.ROOT)).matches();
  }

  /** In the order of the bytes, without signs. */
  @Override
  public int compareTo(ObjectId other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectId id && Arrays.equals(bytes, id.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Five bits a digit; the last one is filled up with zeros. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    int bits = 0;
    int count = 0;
    for (byte b : bytes) {
      bits = bits << 8 | b & 0xFF;
      for (count += 8; count >= 5; count -= 5) {
        text.append(DIGITS.charAt(bits >> (count - 5) & 31));
      }
    }
    return count == 0
        ? text.toString()
        : text.append(DIGITS.charAt(bits << (5 - count) & 31)).toString();
  }
}
