package io.zarrspark.spark.schema;

import java.math.BigDecimal;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time after "since" in CF units: {@code 1980-01-14 14:00:00}, {@code 1900-1-1}, {@code
 * 1970-01-01T00:00:00Z}, {@code 2000-01-01 00:00:00.5 +02:00}, {@code 2000}.
 */
final class ReferenceTime {
  private static final Pattern FORM =
      Pattern.compile(
          "(?<year>[-+]?\\d{1,6})(?:-(?<month>\\d{1,2})(?:-(?<day>\\d{1,2})"
              + "(?:(?:\\s*T\\s*|\\s+)(?<hour>\\d{1,2})"
              + "(?::(?<minute>\\d{1,2})(?::(?<second>\\d{1,2}(?:\\.\\d*)?))?)?)?"
              + "\\s*(?<zone>Z|UTC|GMT|(?<sign>[-+])(?<zoneHour>\\d{1,2})(?::?(?<zoneMinute>\\d{2}))?)?)?)?");

  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long MICROS_PER_MINUTE = 60_000_000L;

  private ReferenceTime() {}

  /** Microseconds since the day from which a calendar counts, or empty if this is no time of it. */
  static OptionalLong parse(String text, CfCalendar calendar) {
    Matcher match = FORM.matcher(text.trim());
    if (!match.matches()) {
      return OptionalLong.empty();
    }
    OptionalLong day =
        calendar.day(
            Integer.parseInt(match.group("year")),
            number(match.group("month"), 1),
            number(match.group("day"), 1));
    long hour = number(match.group("hour"), 0);
    long minute = number(match.group("minute"), 0);
    long micros = micros(match.group("second"));
    if (day.isEmpty() || hour > 23 || minute > 59 || micros >= MICROS_PER_MINUTE) {
      return OptionalLong.empty();
    }
    long minutes = hour * 60 + minute - zoneMinutes(match);
    return OptionalLong.of(day.getAsLong() * MICROS_PER_DAY + minutes * MICROS_PER_MINUTE + micros);
  }

  private static long micros(String second) {
    return second == null
        ? 0
        : new BigDecimal(second.endsWith(".") ? second + "0" : second)
            .movePointRight(6)
            .longValue();
  }

  private static long zoneMinutes(Matcher match) {
    if (match.group("sign") == null) {
      return 0;
    }
    int minutes = number(match.group("zoneHour"), 0) * 60 + number(match.group("zoneMinute"), 0);
    return match.group("sign").equals("-") ? -minutes : minutes;
  }

  private static int number(String digits, int otherwise) {
    return digits == null ? otherwise : Integer.parseInt(digits);
  }
}
