package io.zarrspark.spark.plan;

/** The coordinates of a dimension without a coordinate array: 0, 1, 2 and so on. */
public final class IndexCoordinates extends CoordinateValues {
  public IndexCoordinates(long size) {
    super(size);
  }

  @Override
  boolean isComparable(Object literal) {
    return literal instanceof Long;
  }

  @Override
  int compare(long index, Object literal) {
    return Long.compare(index, (Long) literal);
  }

  @Override
  boolean isNull(long index) {
    return false;
  }

  @Override
  public boolean hasNull() {
    return false;
  }

  @Override
  int compareWithNext(long index) {
    return -1;
  }

  @Override
  Order findOrder() {
    return Order.ASCENDING;
  }
}
