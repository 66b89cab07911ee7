package io.zarrspark.spark.schema;

import io.zarrspark.chunk.ChunkData;
import java.nio.charset.StandardCharsets;

/**
 * Times of a calendar as text, as {@code str} of cftime writes them: {@code 2000-02-30 12:00:00},
 * with six digits of a fraction if there is one. Of years from 0 to 9999, the order of the texts is
 * the order of the times.
 */
final class CfTimeText {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final byte[] NONE = new byte[0];

  private CfTimeText() {}

  /**
   * The texts of times.
   *
   * @param micros microseconds since the calendar's first day
   * @param nulls which are NULL; null if none is
   */
  static ChunkData of(CfCalendar calendar, long[] micros, boolean[] nulls) {
    byte[][] texts = new byte[micros.length][];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = nulls != null && nulls[i] ? NONE : text(calendar, micros[i]);
    }
    return new ChunkData.Variable(texts);
  }

  static byte[] text(CfCalendar calendar, long micros) {
    CfCalendar.Date date = calendar.date(Math.floorDiv(micros, MICROS_PER_DAY));
    long ofDay = Math.floorMod(micros, MICROS_PER_DAY);
    int year = date.year() <= 0 && !calendar.hasYearZero() ? date.year() - 1 : date.year();
    StringBuilder text = new StringBuilder(26);
    if (year < 0) {
      text.append('-');
    }
    digits(text, Math.abs(year), 4);
    digits(text.append('-'), date.month(), 2);
    digits(text.append('-'), date.day(), 2);
    digits(text.append(' '), ofDay / 3_600_000_000L, 2);
    digits(text.append(':'), ofDay / 60_000_000L % 60, 2);
    digits(text.append(':'), ofDay / 1_000_000L % 60, 2);
    if (ofDay % 1_000_000L != 0) {
      digits(text.append('.'), ofDay % 1_000_000L, 6);
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static void digits(StringBuilder text, long number, int width) {
    String digits = Long.toString(number);
    for (int i = digits.length(); i < width; i++) {
      text.append('0');
    }
    text.append(digits);
  }
}
