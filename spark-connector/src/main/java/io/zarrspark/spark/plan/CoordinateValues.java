package io.zarrspark.spark.plan;

import java.util.function.LongPredicate;

/**
 * The coordinates of a dimension, comparable with literals as Spark compares: NaN equals NaN and is
 * greater than all else, -0.0 equals 0.0.
 */
public abstract class CoordinateValues {

  /** In which order the coordinates are. Equal neighbours are allowed. */
  public enum Order {
    ASCENDING,
    DESCENDING,
    NONE
  }

  private final long size;
  private Order order;

  CoordinateValues(long size) {
    this.size = size;
  }

  /** Number of indices. */
  public final long size() {
    return size;
  }

  /** Whether a literal is of a type that {@link #compare} knows. */
  abstract boolean isComparable(Object literal);

  /** Below, at or above 0 as the coordinate at an index is less, equal or greater. */
  abstract int compare(long index, Object literal);

  /** Whether the coordinate at an index is NULL. */
  public abstract boolean isNull(long index);

  /** Whether any coordinate is NULL. */
  public abstract boolean hasNull();

  /** Below, at or above 0 as the coordinate at one index is less, equal or greater than another. */
  public abstract int compareAt(long index, long other);

  /** A number that two coordinates share if and only if they are equal. */
  public abstract long identity(long index);

  /** The order of all coordinates; none if one is NULL. */
  public final Order order() {
    if (order == null) {
      order = findOrder();
    }
    return order;
  }

  Order findOrder() {
    if (hasNull()) {
      return Order.NONE;
    }
    boolean ascending = true;
    boolean descending = true;
    for (long i = 0; i + 1 < size && (ascending || descending); i++) {
      int compared = compareAt(i, i + 1);
      ascending &= compared <= 0;
      descending &= compared >= 0;
    }
    return ascending ? Order.ASCENDING : descending ? Order.DESCENDING : Order.NONE;
  }

  /** Whether all coordinates are in an order and no two are equal. */
  public boolean isStrict() {
    if (order() == Order.NONE) {
      return false;
    }
    for (long i = 0; i + 1 < size; i++) {
      if (compareAt(i, i + 1) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Indices of NULL coordinates. */
  IndexRanges nulls() {
    return hasNull() ? scan(this::isNull) : IndexRanges.none();
  }

  /** Indices of the coordinates less than (or, if so asked, equal to) a literal. */
  IndexRanges below(Object literal, boolean orEqual) {
    return switch (order()) {
      case ASCENDING -> IndexRanges.of(0, firstNotBelow(literal, orEqual));
      case DESCENDING -> IndexRanges.of(firstBelowDescending(literal, orEqual), size);
      case NONE -> scan(i -> !isNull(i) && isBelow(compare(i, literal), orEqual));
    };
  }

  static boolean isBelow(int compared, boolean orEqual) {
    return compared < 0 || orEqual && compared == 0;
  }

  private long firstNotBelow(Object literal, boolean orEqual) {
    long low = 0;
    long high = size;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (isBelow(compare(middle, literal), orEqual)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private long firstBelowDescending(Object literal, boolean orEqual) {
    long low = 0;
    long high = size;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (isBelow(compare(middle, literal), orEqual)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private IndexRanges scan(LongPredicate condition) {
    IndexRanges.Builder builder = new IndexRanges.Builder();
    long start = -1;
    for (long i = 0; i < size; i++) {
      if (condition.test(i)) {
        start = start < 0 ? i : start;
      } else if (start >= 0) {
        builder.add(start, i);
        start = -1;
      }
    }
    if (start >= 0) {
      builder.add(start, size);
    }
    return builder.build();
  }
}
