package io.zarrspark.kernel;

import io.zarrspark.type.NumberType;

/** Loops that move a tile from one kernel type to another, and casts between integers. */
final class Conversions {
  private static final double TWO_63 = 0x1p63;

  private Conversions() {}

  static Step floatsToDoubles() {
    return (tile, n) -> {
      float[] from = tile.floats;
      double[] to = tile.doubles;
      for (int i = 0; i < n; i++) {
        to[i] = from[i];
      }
      return false;
    };
  }

  /** Exact for values already rounded to 24 digits; otherwise rounds to nearest, ties to even. */
  static Step doublesToFloats() {
    return (tile, n) -> {
      double[] from = tile.doubles;
      float[] to = tile.floats;
      for (int i = 0; i < n; i++) {
        to[i] = (float) from[i];
      }
      return false;
    };
  }

  /** float64 to float32, nearest-even; the hardware rounds once and overflows as IEEE 754 says. */
  static Step doublesToFloatsChecked(boolean clamp) {
    return (tile, n) -> {
      double[] from = tile.doubles;
      float[] to = tile.floats;
      boolean bad = false;
      for (int i = 0; i < n; i++) {
        float value = (float) from[i];
        bad |=
            Math.abs(value) == Float.POSITIVE_INFINITY
                & Math.abs(from[i]) != Double.POSITIVE_INFINITY;
        to[i] = value;
      }
      return bad & !clamp;
    };
  }

  /** Nearest-even, in one rounding: Java's l2f does not go through double. */
  static Step longsToFloats() {
    return (tile, n) -> {
      long[] from = tile.longs;
      float[] to = tile.floats;
      for (int i = 0; i < n; i++) {
        to[i] = (float) from[i];
      }
      return false;
    };
  }

  /** Nearest-even. */
  static Step longsToDoubles() {
    return (tile, n) -> {
      long[] from = tile.longs;
      double[] to = tile.doubles;
      for (int i = 0; i < n; i++) {
        to[i] = (double) from[i];
      }
      return false;
    };
  }

  /** 64-bit integers to doubles of at most {@code precision} digits, rounded once. */
  static Step longsToDoubles(boolean unsigned, int precision, Rounding mode) {
    return (tile, n) -> {
      long[] from = tile.longs;
      double[] to = tile.doubles;
      for (int i = 0; i < n; i++) {
        boolean negative = !unsigned && from[i] < 0;
        double magnitude = round(negative ? -from[i] : from[i], negative, precision, mode);
        to[i] = negative ? -magnitude : magnitude;
      }
      return false;
    };
  }

  /** Rounds an unsigned magnitude; {@code negative} is the sign of the number it belongs to. */
  private static double round(long magnitude, boolean negative, int precision, Rounding mode) {
    int drop = Math.max(0, 64 - Long.numberOfLeadingZeros(magnitude) - precision);
    if (drop == 0) {
      return magnitude;
    }
    long kept = magnitude >>> drop;
    long dropped = magnitude & (1L << drop) - 1;
    long half = 1L << drop - 1;
    boolean up =
        switch (mode) {
          case NEAREST_EVEN ->
              dropped > half || dropped == half && ((kept & 1) == 1 || precision == 1);
          case NEAREST_AWAY -> dropped >= half;
          case TOWARDS_ZERO -> false;
          case TOWARDS_POSITIVE -> dropped != 0 && !negative;
          case TOWARDS_NEGATIVE -> dropped != 0 && negative;
        };
    return (double) (up ? kept + 1 : kept) * Double.longBitsToDouble((1023L + drop) << 52);
  }

  /** Integral doubles to integers of a type. */
  static Step doublesToLongs(NumberType to, OutOfRange rule) {
    double min = to.minInteger();
    // Exclusive, since the largest 64-bit integers are no doubles.
    double limit = Math.scalb(1.0, to.isSigned() ? to.bits() - 1 : to.bits());
    long least = to.minInteger();
    long greatest = to.maxInteger();
    boolean uint64 = to == NumberType.UINT64;
    return switch (rule) {
      case ERROR ->
          uint64
              ? (tile, n) -> toUnsigned(tile.doubles, tile.longs, n)
              : (tile, n) -> toLongs(tile.doubles, tile.longs, n, min, limit);
      case CLAMP -> (tile, n) -> clamp(tile.doubles, tile.longs, n, min, limit, least, greatest);
      case WRAP -> (tile, n) -> wrap(tile.doubles, tile.longs, n, to);
    };
  }

  private static boolean toLongs(double[] from, long[] to, int n, double min, double limit) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      double value = from[i];
      // Written so that NaN is bad.
      bad |= !(value >= min & value < limit);
      to[i] = (long) value;
    }
    return bad;
  }

  private static boolean toUnsigned(double[] from, long[] to, int n) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      double value = from[i];
      bad |= !(value >= 0 & value < 2 * TWO_63);
      to[i] = unsigned(value);
    }
    return bad;
  }

  private static long unsigned(double value) {
    return value < TWO_63 ? (long) value : (long) (value - TWO_63) ^ Long.MIN_VALUE;
  }

  private static boolean clamp(
      double[] from, long[] to, int n, double min, double limit, long least, long greatest) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      double value = from[i];
      // Infinities and NaN have no integer counterpart, clamped or not.
      bad |= !(Math.abs(value) < Double.POSITIVE_INFINITY);
      to[i] = value < min ? least : value >= limit ? greatest : unsignedOrSigned(value);
    }
    return bad;
  }

  private static long unsignedOrSigned(double value) {
    return value < 0 ? (long) value : unsigned(value);
  }

  private static boolean wrap(double[] from, long[] to, int n, NumberType type) {
    boolean bad = false;
    int shift = 64 - type.bits();
    boolean signed = type.isSigned();
    for (int i = 0; i < n; i++) {
      double value = from[i];
      bad |= !(Math.abs(value) < Double.POSITIVE_INFINITY);
      long residue = residue(value) << shift;
      to[i] = signed ? residue >> shift : residue >>> shift;
    }
    return bad;
  }

  /** An integral double modulo 2^64, exactly: a cast to long would saturate. */
  private static long residue(double value) {
    if (Math.abs(value) < TWO_63) {
      return (long) value;
    }
    long bits = Double.doubleToRawLongBits(value);
    int shift = (int) (bits >>> 52 & 0x7ff) - 1075;
    long magnitude = shift > 63 ? 0 : (bits & (1L << 52) - 1 | 1L << 52) << shift;
    return bits < 0 ? -magnitude : magnitude;
  }

  /** Integers of one type to integers of another. */
  static Step longsToLongs(NumberType from, NumberType to, OutOfRange rule) {
    int shift = 64 - to.bits();
    boolean signed = to.isSigned();
    if (rule == OutOfRange.WRAP) {
      return signed
          ? (tile, n) -> wrapSigned(tile.longs, n, shift)
          : (tile, n) -> wrapUnsigned(tile.longs, n, shift);
    }
    boolean clamp = rule == OutOfRange.CLAMP;
    // uint64 is compared by its signed bits: beyond 2^63 they are negative.
    if (from == NumberType.UINT64) {
      long max = to.maxInteger();
      return to == NumberType.UINT64
          ? (tile, n) -> false
          : (tile, n) -> rangeOfUnsigned(tile.longs, n, max, clamp);
    }
    long min = to.minInteger();
    long max = to == NumberType.UINT64 ? Long.MAX_VALUE : to.maxInteger();
    return (tile, n) -> range(tile.longs, n, min, max, clamp);
  }

  private static boolean wrapSigned(long[] x, int n, int shift) {
    for (int i = 0; i < n; i++) {
      x[i] = x[i] << shift >> shift;
    }
    return false;
  }

  private static boolean wrapUnsigned(long[] x, int n, int shift) {
    for (int i = 0; i < n; i++) {
      x[i] = x[i] << shift >>> shift;
    }
    return false;
  }

  private static boolean range(long[] x, int n, long min, long max, boolean clamp) {
    boolean outside = false;
    for (int i = 0; i < n; i++) {
      outside |= x[i] < min | x[i] > max;
      x[i] = Math.max(min, Math.min(max, x[i]));
    }
    return outside & !clamp;
  }

  private static boolean rangeOfUnsigned(long[] x, int n, long max, boolean clamp) {
    boolean outside = false;
    for (int i = 0; i < n; i++) {
      boolean beyond = x[i] < 0 | x[i] > max;
      outside |= beyond;
      x[i] = beyond ? max : x[i];
    }
    return outside & !clamp;
  }
}
