package io.zarrspark.spark.write;

import java.io.ByteArrayOutputStream;
import java.io.Serializable;

/** Ascending longs, held by their differences: runs of numbers take about a byte each. */
final class SortedLongs implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int size;
  private final byte[] differences;

  private SortedLongs(int size, byte[] differences) {
    this.size = size;
    this.differences = differences;
  }

  static SortedLongs of(long[] ascending) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(ascending.length + 16);
    long previous = 0;
    for (long value : ascending) {
      // Unsigned: the difference of any two longs fits.
      long rest = value - previous;
      while ((rest & ~0x7FL) != 0) {
        out.write((int) (rest & 0x7F | 0x80));
        rest >>>= 7;
      }
      out.write((int) rest);
      previous = value;
    }
    return new SortedLongs(ascending.length, out.toByteArray());
  }

  int size() {
    return size;
  }

  long[] toArray() {
    long[] values = new long[size];
    long previous = 0;
    int at = 0;
    for (int i = 0; i < size; i++) {
      long difference = 0;
      int shift = 0;
      byte part;
      do {
        part = differences[at++];
        difference |= (long) (part & 0x7F) << shift;
        shift += 7;
      } while (part < 0);
      previous += difference;
      values[i] = previous;
    }
    return values;
  }
}
