package io.zarrspark.spark.convert;

import java.util.Locale;

/** Numbers as people read them. */
final class Sizes {
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};

  private Sizes() {}

  /** Bytes in decimal units: {@code 1.2 GB}. */
  static String bytes(double bytes) {
    int unit = 0;
    double value = bytes;
    while (Math.abs(value) >= 999.5 && unit < UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    return String.format(
        Locale.ROOT, unit == 0 || value >= 100 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
  }

  /** Seconds as hours, minutes and seconds. */
  static String time(double seconds) {
    long whole = Math.round(seconds);
    return whole >= 3600
        ? String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60)
        : String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60);
  }
}
