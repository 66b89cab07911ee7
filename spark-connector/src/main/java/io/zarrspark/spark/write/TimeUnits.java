package io.zarrspark.spark.write;

/** CF units of times to write. */
final class TimeUnits {
  private static final String SINCE = " since 1970-01-01";

  private static final String[] NAMES = {
    "days", "hours", "minutes", "seconds", "milliseconds", "microseconds"
  };
  private static final long[] MICROS = {
    86_400_000_000L, 3_600_000_000L, 60_000_000L, 1_000_000L, 1_000L, 1L
  };

  /** Those that hold every time. */
  static final String FINEST = NAMES[NAMES.length - 1] + SINCE;

  private TimeUnits() {}

  /** The coarsest units of which all times, in microseconds, are whole numbers. */
  static String coarsest(long[] times) {
    int unit = 0;
    for (long time : times) {
      while (time % MICROS[unit] != 0) {
        unit++;
      }
    }
    return NAMES[unit] + SINCE;
  }
}
