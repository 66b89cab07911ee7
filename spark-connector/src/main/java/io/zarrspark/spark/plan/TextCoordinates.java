package io.zarrspark.spark.plan;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.unsafe.types.UTF8String;

/** Coordinates that are text, ordered by the bytes of their UTF-8 as Spark orders. */
public final class TextCoordinates extends CoordinateValues {
  private final byte[][] values;
  private final boolean[] nulls;
  private long[] identities;

  /**
   * Takes over both arrays.
   *
   * @param nulls null if none is NULL
   */
  public TextCoordinates(byte[][] values, boolean[] nulls) {
    super(values.length);
    this.values = values;
    this.nulls = nulls;
  }

  @Override
  boolean isComparable(Object literal) {
    return literal instanceof UTF8String;
  }

  @Override
  int compare(long index, Object literal) {
    return Arrays.compareUnsigned(values[(int) index], ((UTF8String) literal).getBytes());
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
    return Arrays.compareUnsigned(values[(int) index], values[(int) other]);
  }

  @Override
  public long identity(long index) {
    if (identities == null) {
      identities = new long[values.length];
      Map<UTF8String, Long> seen = new HashMap<>();
      for (int i = 0; i < identities.length; i++) {
        Long first = seen.putIfAbsent(UTF8String.fromBytes(values[i]), (long) i);
        identities[i] = first == null ? i : first;
      }
    }
    return identities[(int) index];
  }
}
