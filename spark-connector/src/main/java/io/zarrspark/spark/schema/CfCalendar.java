package io.zarrspark.spark.schema;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The calendars of CF. Days are counted from 1970-01-01 of the Gregorian calendar where dates are
 * days of the real world that Spark's calendar has too, otherwise from 0000-01-01 of the calendar.
 *
 * <p>As in cftime, the standard and the Julian calendar have no year 0: year -1 comes before year
 * 1.
 */
enum CfCalendar {
  /** Julian until 4 October 1582, then Gregorian from 15 October. */
  STANDARD("standard", "gregorian") {
    @Override
    long days(int year, int month, int day) {
      if (!isBeforeGregorian(year, month, day)) {
        return gregorianDays(year, month, day);
      }
      if (year == 1582 && month == 10 && day > 4) {
        throw new DateTimeException("left out when the calendar changed");
      }
      return JULIAN.days(year, month, day) - JULIAN_DAYS_UNTIL_1970;
    }
  },
  /** The calendar of Spark and of ISO 8601, for all years. */
  PROLEPTIC_GREGORIAN("proleptic_gregorian") {
    @Override
    long days(int year, int month, int day) {
      return gregorianDays(year, month, day);
    }
  },
  JULIAN("julian") {
    @Override
    long days(int year, int month, int day) {
      return 365L * year
          + Math.floorDiv(year + 3, 4)
          + dayOfYear(Math.floorMod(year, 4) == 0, month, day);
    }

    @Override
    Date date(long days) {
      // Cycles of four years, the first of which is the leap year.
      long cycle = Math.floorDiv(days, 1461L);
      int rest = (int) Math.floorMod(days, 1461L);
      int yearOfCycle = rest < 366 ? 0 : (rest - 1) / 365;
      int dayOfYear = yearOfCycle == 0 ? rest : rest - 1 - 365 * yearOfCycle;
      return ofYear((int) (4 * cycle + yearOfCycle), yearOfCycle == 0, dayOfYear);
    }
  },
  /** Without leap years. */
  NOLEAP("noleap", "365_day") {
    @Override
    long days(int year, int month, int day) {
      return 365L * year + dayOfYear(false, month, day);
    }

    @Override
    Date date(long days) {
      return ofYear((int) Math.floorDiv(days, 365L), false, (int) Math.floorMod(days, 365L));
    }
  },
  /** Every year is a leap year. */
  ALL_LEAP("all_leap", "366_day") {
    @Override
    long days(int year, int month, int day) {
      return 366L * year + dayOfYear(true, month, day);
    }

    @Override
    Date date(long days) {
      return ofYear((int) Math.floorDiv(days, 366L), true, (int) Math.floorMod(days, 366L));
    }
  },
  /** Twelve months of 30 days. */
  DAYS_360("360_day") {
    @Override
    long days(int year, int month, int day) {
      if (month < 1 || month > 12 || day < 1 || day > 30) {
        throw noSuchDate(month, day);
      }
      return 360L * year + 30L * (month - 1) + day - 1;
    }

    @Override
    Date date(long days) {
      int rest = (int) Math.floorMod(days, 360L);
      return new Date((int) Math.floorDiv(days, 360L), rest / 30 + 1, rest % 30 + 1);
    }
  };

  /** A date, its year counted with a year 0. */
  record Date(int year, int month, int day) {}

  private static final int[] DAYS_BEFORE_MONTH = {
    0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365
  };

  /** Days from 0000-01-01 of the Julian calendar to 1970-01-01 of the Gregorian one. */
  private static final long JULIAN_DAYS_UNTIL_1970 = 719_530;

  private final Set<String> names;

  CfCalendar(String... names) {
    this.names = Set.of(names);
  }

  /** The calendar of that name, in any case. */
  static Optional<CfCalendar> named(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (CfCalendar calendar : values()) {
      if (calendar.names.contains(lower)) {
        return Optional.of(calendar);
      }
    }
    return Optional.empty();
  }

  /** Whether times are instants, which a TIMESTAMP holds. */
  boolean hasInstants() {
    return this == STANDARD || this == PROLEPTIC_GREGORIAN;
  }

  /** Whether a year 0 comes before year 1. */
  boolean hasYearZero() {
    return this != STANDARD && this != JULIAN;
  }

  /** The day of a date as it is written, or empty if the calendar has no such date. */
  OptionalLong day(int year, int month, int day) {
    if (year == 0 && !hasYearZero()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(days(year < 0 && !hasYearZero() ? year + 1 : year, month, day));
    } catch (DateTimeException e) {
      return OptionalLong.empty();
    }
  }

  /** The day of a date whose year is counted with a year 0. */
  abstract long days(int year, int month, int day);

  /** The date of a day; only of calendars without instants. */
  Date date(long days) {
    throw new IllegalStateException("dates of the calendar " + this + " are left to Spark");
  }

  private static boolean isBeforeGregorian(int year, int month, int day) {
    return year < 1582 || year == 1582 && (month < 10 || month == 10 && day < 15);
  }

  private static long gregorianDays(int year, int month, int day) {
    return LocalDate.of(year, month, day).toEpochDay();
  }

  private static int dayOfYear(boolean isLeap, int month, int day) {
    if (month < 1 || month > 12 || day < 1 || day > daysOfMonth(isLeap, month)) {
      throw noSuchDate(month, day);
    }
    return daysBefore(isLeap, month) + day - 1;
  }

  private static int daysBefore(boolean isLeap, int month) {
    return DAYS_BEFORE_MONTH[month - 1] + (isLeap && month > 2 ? 1 : 0);
  }

  private static int daysOfMonth(boolean isLeap, int month) {
    return DAYS_BEFORE_MONTH[month] - DAYS_BEFORE_MONTH[month - 1] + (isLeap && month == 2 ? 1 : 0);
  }

  private static Date ofYear(int year, boolean isLeap, int dayOfYear) {
    int month = dayOfYear / 31 + 1;
    while (dayOfYear >= daysBefore(isLeap, month) + daysOfMonth(isLeap, month)) {
      month++;
    }
    return new Date(year, month, dayOfYear - daysBefore(isLeap, month) + 1);
  }

  private static DateTimeException noSuchDate(int month, int day) {
    return new DateTimeException("no month " + month + " with a day " + day);
  }
}
