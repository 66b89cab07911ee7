package io.zarrspark.spark.write;

import java.util.Arrays;

/** A set of longs, by open addressing. */
final class LongSet {
  private long[] slots = new long[1024];
  private boolean[] taken = new boolean[1024];
  private int size;
  private long last;

  /** Adds a value; false if it was there. */
  boolean add(long value) {
    // Neighbouring rows mostly agree.
    if (size > 0 && value == last) {
      return false;
    }
    last = value;
    int slot = slot(value);
    if (taken[slot]) {
      return false;
    }
    taken[slot] = true;
    slots[slot] = value;
    if (++size > slots.length / 2) {
      grow();
    }
    return true;
  }

  boolean contains(long value) {
    return taken[slot(value)];
  }

  private int slot(long value) {
    int mask = slots.length - 1;
    int slot = (int) (Mixing.mix(value) & mask);
    while (taken[slot] && slots[slot] != value) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void grow() {
    long[] values = sorted();
    slots = new long[slots.length * 2];
    taken = new boolean[slots.length];
    for (long value : values) {
      int slot = slot(value);
      taken[slot] = true;
      slots[slot] = value;
    }
  }

  int size() {
    return size;
  }

  /** The values in ascending order. */
  long[] sorted() {
    long[] values = new long[size];
    int n = 0;
    for (int i = 0; i < slots.length; i++) {
      if (taken[i]) {
        values[n++] = slots[i];
      }
    }
    Arrays.sort(values);
    return values;
  }
}
