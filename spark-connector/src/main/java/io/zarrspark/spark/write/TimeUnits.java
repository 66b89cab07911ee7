package io.zarrspark.spark.write;

import java.util.Locale;

/** CF units of times and durations to write, from the coarsest to the finest. */
enum TimeUnits {
  DAYS(86_400_000_000L),
  HOURS(3_600_000_000L),
  MINUTES(60_000_000L),
  SECONDS(1_000_000L),
  MILLISECONDS(1_000L),
  MICROSECONDS(1L);

  private final long micros;

  TimeUnits(long micros) {
    this.micros = micros;
  }

  /**
   * The coarsest units of which all times, in microseconds, are whole numbers; not coarser than
   * seconds for less than two: a single time does not say how far the next one is.
   */
  static TimeUnits coarsest(long[] times) {
    TimeUnits units = times.length < 2 ? SECONDS : DAYS;
    for (long time : times) {
      while (time % units.micros != 0) {
        units = values()[units.ordinal() + 1];
      }
    }
    return units;
  }

  String ofDuration() {
    return name().toLowerCase(Locale.ROOT);
  }

  String since1970() {
    return ofDuration() + " since 1970-01-01";
  }
}
