package io.zarrspark.spark.plan;

/** Coordinates that are integers or times. */
public final class LongCoordinates extends CoordinateValues {
  private final long[] values;
  private final boolean[] nulls;

  /**
   * Takes over both arrays.
   *
   * @param nulls null if none is NULL
   */
  public LongCoordinates(long[] values, boolean[] nulls) {
    super(values.length);
    this.values = values;
    this.nulls = nulls;
  }

  @Override
  boolean isComparable(Object literal) {
    return literal instanceof Byte
        || literal instanceof Short
        || literal instanceof Integer
        || literal instanceof Long;
  }

  @Override
  int compare(long index, Object literal) {
    return Long.compare(values[(int) index], ((Number) literal).longValue());
  }

  @Override
  public boolean isNull(long index) {
    return nulls != null && nulls[(int) index];
  }

  @Override
  public boolean hasNull() {
    return nulls != null;
  }

  @Override
  public int compareAt(long index, long other) {
    return Long.compare(values[(int) index], values[(int) other]);
  }

  @Override
  public long identity(long index) {
    return values[(int) index];
  }
}
