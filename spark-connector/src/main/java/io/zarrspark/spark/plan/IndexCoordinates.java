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
  public boolean isNull(long index) {
    return false;
  }

  @Override
  public boolean hasNull() {
    return false;
  }

  @Override
  public int compareAt(long index, long other) {
    return Long.compare(index, other);
  }

  @Override
  public long identity(long index) {
    return index;
  }

  @Override
  public boolean isStrict() {
    return true;
  }

  @Override
  Order findOrder() {
    return Order.ASCENDING;
  }
}
