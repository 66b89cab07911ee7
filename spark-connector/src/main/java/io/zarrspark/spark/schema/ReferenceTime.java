package io.zarrspark.spark.schema;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time after "since" in CF units: {@code 1980-01-14 14:00:00}, {@code 1900-1-1}, {@code
 * 1970-01-01T00:00:00Z}, {@code 2000-01-01 00:00:00.5 +02:00}.
 */
final class ReferenceTime {
  private static final Pattern FORM =
      Pattern.compile(
          "(?<year>[-+]?\\d{1,6})-(?<month>\\d{1,2})-(?<day>\\d{1,2})"
              + "(?:(?:\\s*T\\s*|\\s+)(?<hour>\\d{1,2})"
              + "(?::(?<minute>\\d{1,2})(?::(?<second>\\d{1,2}(?:\\.\\d*)?))?)?)?"
              + "\\s*(?<zone>Z|UTC|GMT|(?<sign>[-+])(?<zoneHour>\\d{1,2})(?::?(?<zoneMinute>\\d{2}))?)?");

  /** First day of the Gregorian calendar; the day before was 4 October in the Julian one. */
  private static final LocalDate FIRST_GREGORIAN = LocalDate.of(1582, 10, 15);

  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private ReferenceTime() {}

  /**
   * Microseconds since 1970, or empty if this is no time.
   *
   * @param mixed whether dates before 15 October 1582 are of the Julian calendar
   */
  static Optional<Long> parse(String text, boolean mixed) {
    Matcher match = FORM.matcher(text.trim());
    if (!match.matches()) {
      return Optional.empty();
    }
    try {
      int year = Integer.parseInt(match.group("year"));
      int month = Integer.parseInt(match.group("month"));
      int day = Integer.parseInt(match.group("day"));
      long days = days(year, month, day, mixed);
      long minutes = number(match.group("hour")) * 60 + number(match.group("minute"));
      String second = match.group("second");
      long micros =
          second == null
              ? 0
              : new BigDecimal(second.endsWith(".") ? second + "0" : second)
                  .movePointRight(6)
                  .longValue();
      if (minutes >= 24 * 60 || micros > 60_000_000L) {
        return Optional.empty();
      }
      minutes -= zoneMinutes(match);
      return Optional.of(days * MICROS_PER_DAY + minutes * 60_000_000L + micros);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static long zoneMinutes(Matcher match) {
    if (match.group("sign") == null) {
      return 0;
    }
    long minutes = number(match.group("zoneHour")) * 60 + number(match.group("zoneMinute"));
    return match.group("sign").equals("-") ? -minutes : minutes;
  }

  private static long number(String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  private static long days(int year, int month, int day, boolean mixed) {
    if (mixed && isBeforeGregorian(year, month, day)) {
      return julianDays(year, month, day);
    }
    return LocalDate.of(year, month, day).toEpochDay();
  }

  private static boolean isBeforeGregorian(int year, int month, int day) {
    if (year != FIRST_GREGORIAN.getYear()) {
      return year < FIRST_GREGORIAN.getYear();
    }
    int first = FIRST_GREGORIAN.getMonthValue() * 100 + FIRST_GREGORIAN.getDayOfMonth();
    return month * 100 + day < first;
  }

  /** Days since 1970 of a date of the Julian calendar, by the usual formula of its day number. */
  private static long julianDays(int year, int month, int day) {
    if (month < 1 || month > 12 || day < 1 || day > 31) {
      throw new DateTimeException("no such date");
    }
    long shift = (14 - month) / 12;
    long years = year + 4800L - shift;
    long months = month + 12 * shift - 3;
    long julianDayNumber =
        day + (153 * months + 2) / 5 + 365 * years + Math.floorDiv(years, 4L) - 32083;
    return julianDayNumber - 2_440_588;
  }
}
