package io.zarrspark.spark.schema;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Units of time, by all the names that xarray and cftime know. */
enum TimeUnit {
  /** Only in the calendar 365_day, as years of others differ in length. */
  COMMON_YEARS(365 * 86_400_000_000L, "common_years", "common_year"),
  /** Only in the calendar 360_day, as months of others differ in length. */
  MONTHS(30 * 86_400_000_000L, "months", "month"),
  DAYS(86_400_000_000L, "days", "day", "d"),
  HOURS(3_600_000_000L, "hours", "hour", "hrs", "hr", "h"),
  MINUTES(60_000_000L, "minutes", "minute", "mins", "min"),
  SECONDS(1_000_000L, "seconds", "second", "secs", "sec", "s"),
  MILLISECONDS(
      1_000L, "milliseconds", "millisecond", "millisecs", "millisec", "msecs", "msec", "ms"),
  MICROSECONDS(1L, "microseconds", "microsecond", "microsecs", "microsec", "us"),
  /** The one unit shorter than ours: rounded down. */
  NANOSECONDS(0L, "nanoseconds", "nanosecond", "ns");

  private final long micros;
  private final Set<String> names;

  TimeUnit(long micros, String... names) {
    this.micros = micros;
    this.names = Set.of(names);
  }

  /** The unit of a name, in any case, if its length is fixed in the calendar. */
  static Optional<TimeUnit> named(String name, CfCalendar calendar) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (TimeUnit unit : values()) {
      if (unit.names.contains(lower)) {
        return unit.isOf(calendar) ? Optional.of(unit) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private boolean isOf(CfCalendar calendar) {
    return switch (this) {
      case COMMON_YEARS -> calendar == CfCalendar.NOLEAP;
      case MONTHS -> calendar == CfCalendar.DAYS_360;
      default -> true;
    };
  }

  /** The unit of a duration, which xarray takes by these names only. */
  static Optional<TimeUnit> ofDuration(String name) {
    for (TimeUnit unit : values()) {
      if (unit.compareTo(DAYS) >= 0 && unit.name().toLowerCase(Locale.ROOT).equals(name)) {
        return Optional.of(unit);
      }
    }
    return Optional.empty();
  }

  /** Microseconds of one; 0 for nanoseconds. */
  long length() {
    return micros;
  }

  /** Microseconds of a whole number of units. */
  long micros(long units) {
    return this == NANOSECONDS ? Math.floorDiv(units, 1000L) : Math.multiplyExact(units, micros);
  }

  /**
   * Microseconds of a number of units, rounded as cftime rounds.
   *
   * @throws ArithmeticException if a long cannot hold them
   */
  long micros(double units) {
    if (!(Math.abs(units) < 0x1p63)) {
      throw new ArithmeticException("long overflow");
    }
    if (this == NANOSECONDS || units == Math.rint(units)) {
      return micros((long) Math.floor(units));
    }
    return CfRounding.micros(units, micros, micros > MILLISECONDS.micros);
  }
}
