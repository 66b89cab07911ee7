package io.zarrspark.spark.plan;

import io.zarrspark.chunk.ChunkAxis;
import java.io.Serializable;
import java.util.Arrays;

/**
 * A set of indices of one dimension: disjoint ranges [from, to), in order, with gaps between.
 * Immutable.
 *
 * <pre>
 *   indices  0 1 2 3 4 5 6 7 8 9
 *   ranges     [---)   [-----)      {1,3} {5,8}
 * </pre>
 */
public final class IndexRanges implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final IndexRanges NONE = new IndexRanges(new long[0], new long[0]);

  private final long[] from;
  private final long[] to;

  /** Number of indices before each range, and of all. */
  private final long[] before;

  private IndexRanges(long[] from, long[] to) {
    this.from = from;
    this.to = to;
    this.before = new long[from.length + 1];
    for (int i = 0; i < from.length; i++) {
      before[i + 1] = before[i] + to[i] - from[i];
    }
  }

  public static IndexRanges none() {
    return NONE;
  }

  /** Indices [from, to). */
  public static IndexRanges of(long from, long to) {
    return from < to ? new IndexRanges(new long[] {from}, new long[] {to}) : NONE;
  }

  /** All indices of a dimension. */
  public static IndexRanges all(long size) {
    return of(0, size);
  }

  /** Collects ranges given in ascending order. */
  static final class Builder {
    private long[] from = new long[4];
    private long[] to = new long[4];
    private int size;

    /** Adds [start, end), which starts at or after the start of the last; touching ones merge. */
    void add(long start, long end) {
      if (start >= end) {
        return;
      }
      if (size > 0 && start <= to[size - 1]) {
        to[size - 1] = Math.max(to[size - 1], end);
        return;
      }
      if (size == from.length) {
        from = Arrays.copyOf(from, 2 * size);
        to = Arrays.copyOf(to, 2 * size);
      }
      from[size] = start;
      to[size] = end;
      size++;
    }

    IndexRanges build() {
      return size == 0 ? NONE : new IndexRanges(Arrays.copyOf(from, size), Arrays.copyOf(to, size));
    }
  }

  /** Number of ranges. */
  public int size() {
    return from.length;
  }

  public long from(int range) {
    return from[range];
  }

  public long to(int range) {
    return to[range];
  }

  public boolean isEmpty() {
    return from.length == 0;
  }

  /** Number of indices. */
  public long count() {
    return before[from.length];
  }

  /** Number of indices of the set below an index. */
  public long rank(long index) {
    int range = firstEndingAfter(index);
    return range == from.length ? count() : before[range] + Math.max(0, index - from[range]);
  }

  /** The n-th index of the set, from 0. */
  public long select(long n) {
    int found = Arrays.binarySearch(before, n);
    int range = found >= 0 ? found : -found - 2;
    return from[range] + n - before[range];
  }

  /** The chunks that hold at least one of the indices. */
  public IndexRanges chunks(ChunkAxis axis) {
    Builder builder = new Builder();
    for (int i = 0; i < from.length; i++) {
      builder.add(axis.chunkOf(from[i]), axis.chunkOf(to[i] - 1) + 1);
    }
    return builder.build();
  }

  /** The first range that ends after an index; {@link #size} if there is none. */
  public int firstEndingAfter(long index) {
    int low = 0;
    int high = from.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (to[middle] > index) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  public boolean contains(long index) {
    int range = firstEndingAfter(index);
    return range < from.length && from[range] <= index;
  }

  /** The indices within [start, end). */
  public IndexRanges clip(long start, long end) {
    Builder builder = new Builder();
    for (int i = firstEndingAfter(start); i < from.length && from[i] < end; i++) {
      builder.add(Math.max(from[i], start), Math.min(to[i], end));
    }
    return builder.build();
  }

  public IndexRanges intersect(IndexRanges other) {
    Builder builder = new Builder();
    int a = 0;
    int b = 0;
    while (a < from.length && b < other.from.length) {
      builder.add(Math.max(from[a], other.from[b]), Math.min(to[a], other.to[b]));
      if (to[a] < other.to[b]) {
        a++;
      } else {
        b++;
      }
    }
    return builder.build();
  }

  public IndexRanges union(IndexRanges other) {
    Builder builder = new Builder();
    int a = 0;
    int b = 0;
    while (a < from.length || b < other.from.length) {
      if (b == other.from.length || a < from.length && from[a] <= other.from[b]) {
        builder.add(from[a], to[a]);
        a++;
      } else {
        builder.add(other.from[b], other.to[b]);
        b++;
      }
    }
    return builder.build();
  }

  /** The indices of a dimension of some size that are not in this set. */
  public IndexRanges complement(long dimensionSize) {
    Builder builder = new Builder();
    long start = 0;
    for (int i = 0; i < from.length; i++) {
      builder.add(start, from[i]);
      start = to[i];
    }
    builder.add(start, dimensionSize);
    return builder.build();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IndexRanges ranges
        && Arrays.equals(from, ranges.from)
        && Arrays.equals(to, ranges.to);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(from) + Arrays.hashCode(to);
  }

  /** At most a few ranges are shown. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(from.length, 4); i++) {
      text.append(i == 0 ? "" : ",")
          .append('[')
          .append(from[i])
          .append(',')
          .append(to[i])
          .append(')');
    }
    if (from.length > 4) {
      text.append(",… ").append(from.length).append(" ranges");
    }
    return from.length == 0 ? "none" : text.toString();
  }
}
