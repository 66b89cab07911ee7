package io.zarrspark.spark.parquet;

import java.util.Arrays;

/**
 * The distinct values of a column of a row group, in the order in which they come, and the number
 * of each value among them.
 *
 * <p>Coordinates repeat, or follow each other as they did before; so the value that followed last
 * time is tried before the table.
 */
final class ValueDictionary {
  /** Values looked at before one decides that most are different. */
  private static final int SAMPLE = 4096;

  private final int most;
  private final long[] values;
  private final int[] following;
  private final int[] table;
  private final int mask;
  private int size;

  /**
   * An empty dictionary.
   *
   * @param most values that it may have
   */
  ValueDictionary(int most) {
    this.most = most;
    this.values = new long[most];
    this.following = new int[most];
    this.table = new int[Integer.highestOneBit(most) * 4];
    this.mask = table.length - 1;
  }

  /** Distinct values. */
  int size() {
    return size;
  }

  /** The distinct values, of which {@link #size} count. */
  long[] values() {
    return values;
  }

  /** Bits of the largest number. */
  int bits() {
    return size < 2 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
  }

  /**
   * Numbers the values of a row group.
   *
   * @return whether there are so few that numbers are worth it
   */
  boolean number(long[] column, int count, int[] numbers) {
    size = 0;
    Arrays.fill(table, 0);
    if (count == 0) {
      return false;
    }
    int last = add(column[0]);
    numbers[0] = last;
    following[last] = last;
    for (int i = 1; i < count; i++) {
      long value = column[i];
      int number = last;
      if (values[last] != value) {
        number = following[last];
        if (values[number] != value) {
          number = add(value);
          if (number < 0 || i < SAMPLE && i > SAMPLE / 2 && size > i / 2) {
            return false;
          }
          following[last] = number;
        }
      }
      numbers[i] = number;
      last = number;
    }
    return true;
  }

  /** The number of a value, -1 if there is no room for it. */
  private int add(long value) {
    long mixed = value * 0x9E3779B97F4A7C15L;
    int slot = (int) ((mixed ^ mixed >>> 32) & mask);
    while (table[slot] != 0) {
      if (values[table[slot] - 1] == value) {
        return table[slot] - 1;
      }
      slot = slot + 1 & mask;
    }
    if (size == most) {
      return -1;
    }
    values[size] = value;
    following[size] = size;
    table[slot] = size + 1;
    return size++;
  }
}
