package io.zarrspark.spark.plan;

/** Coordinates that are floats; those below 64 bits are exact as doubles. */
public final class DoubleCoordinates extends CoordinateValues {
  private final double[] values;
  private final boolean[] nulls;

  /**
   * Takes over both arrays.
   *
   * @param nulls null if none is NULL
   */
  public DoubleCoordinates(double[] values, boolean[] nulls) {
    super(values.length);
    this.values = values;
    this.nulls = nulls;
  }

  @Override
  boolean isComparable(Object literal) {
    return literal instanceof Float || literal instanceof Double;
  }

  @Override
  int compare(long index, Object literal) {
    return compare(values[(int) index], ((Number) literal).doubleValue());
  }

  private static int compare(double a, double b) {
    return a == b ? 0 : Double.compare(a, b);
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
    return compare(values[(int) index], values[(int) other]);
  }

  /** Adding 0.0 makes -0.0 a 0.0; all NaNs have one pattern. */
  @Override
  public long identity(long index) {
    return Double.doubleToLongBits(values[(int) index] + 0.0);
  }
}
