package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.NumberType;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Times of CF, such as {@code hours since 1980-01-14 14:00:00}, as microseconds since 1970 in UTC.
 *
 * <p>Known are units from days to nanoseconds and the calendars standard (also called gregorian)
 * and proleptic_gregorian. Times of other calendars and of units without a fixed length (months,
 * years) have no instant, so they stay the numbers they are.
 *
 * @param unit length of the unit
 * @param reference microseconds from 1970 to the reference time
 * @param text the units, for messages
 */
record CfTime(Unit unit, long reference, String text) {

  /** Units of time. */
  enum Unit {
    DAYS(86_400_000_000L, "days", "day", "d"),
    HOURS(3_600_000_000L, "hours", "hour", "hrs", "hr", "h"),
    MINUTES(60_000_000L, "minutes", "minute", "mins", "min"),
    SECONDS(1_000_000L, "seconds", "second", "secs", "sec", "s"),
    MILLISECONDS(1_000L, "milliseconds", "millisecond", "millisecs", "millisec", "msec", "ms"),
    MICROSECONDS(1L, "microseconds", "microsecond", "microsecs", "microsec", "us"),
    /** The one unit shorter than ours: rounded down. */
    NANOSECONDS(0L, "nanoseconds", "nanosecond", "ns");

    private final long micros;
    private final Set<String> names;

    Unit(long micros, String... names) {
      this.micros = micros;
      this.names = Set.of(names);
    }

    static Optional<Unit> named(String name) {
      for (Unit unit : values()) {
        if (unit.names.contains(name)) {
          return Optional.of(unit);
        }
      }
      return Optional.empty();
    }
  }

  /** The times that attributes describe, if they describe times that have instants. */
  static Optional<CfTime> of(ObjectNode attributes) {
    String units = text(attributes, "units");
    String calendar = text(attributes, "calendar");
    if (units == null) {
      return Optional.empty();
    }
    String[] parts = units.trim().split("\\s+since\\s+", 2);
    if (parts.length != 2) {
      return Optional.empty();
    }
    boolean mixed;
    switch (calendar == null ? "standard" : calendar.trim().toLowerCase(Locale.ROOT)) {
      case "standard", "gregorian" -> mixed = true;
      case "proleptic_gregorian" -> mixed = false;
      default -> {
        return Optional.empty();
      }
    }
    Optional<Unit> unit = Unit.named(parts[0].trim().toLowerCase(Locale.ROOT));
    Optional<Long> reference = ReferenceTime.parse(parts[1], mixed);
    if (unit.isEmpty() || reference.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new CfTime(unit.get(), reference.get(), units));
  }

  private static String text(ObjectNode attributes, String name) {
    JsonNode json = attributes.get(name);
    return json == null ? null : json.textValue();
  }

  /**
   * Decodes widened elements {@code [offset, offset + length)} into a new array. NaN becomes NULL.
   */
  CellValues decode(
      NumberType dataType, ChunkData values, int offset, int length, boolean[] knownNulls) {
    if (values instanceof ChunkData.Floats || values instanceof ChunkData.Doubles) {
      double[] stored = Numbers.toDoubles(dataType, values, offset, length);
      long[] micros = new long[length];
      boolean[] nulls = knownNulls;
      for (int i = 0; i < length; i++) {
        if (Double.isNaN(stored[i])) {
          nulls = nulls == null ? new boolean[length] : nulls;
          nulls[i] = true;
        } else if (nulls == null || !nulls[i]) {
          micros[i] = micros(stored[i]);
        }
      }
      return new CellValues(new ChunkData.Longs(micros), 0, nulls);
    }
    long[] micros = Numbers.toLongs(values, offset, length);
    for (int i = 0; i < length; i++) {
      if (knownNulls == null || !knownNulls[i]) {
        micros[i] = micros(micros[i]);
      }
    }
    return new CellValues(new ChunkData.Longs(micros), 0, knownNulls);
  }

  private long micros(long stored) {
    try {
      return unit == Unit.NANOSECONDS
          ? Math.addExact(reference, Math.floorDiv(stored, 1000L))
          : Math.addExact(reference, Math.multiplyExact(stored, unit.micros));
    } catch (ArithmeticException e) {
      throw outOfRange(stored);
    }
  }

  /** The whole units exactly, then the rest, rounded to the nearest microsecond. */
  private long micros(double stored) {
    double whole = Math.floor(stored);
    if (Math.abs(whole) > Long.MAX_VALUE / 2) {
      throw outOfRange(stored);
    }
    double rest = stored - whole;
    long units = micros((long) whole);
    return unit == Unit.NANOSECONDS ? units : units + Math.round(rest * unit.micros);
  }

  /**
   * The number of units of a time; the reverse of decoding.
   *
   * @throws ArithmeticException if it is no whole number of units
   */
  long units(long micros) {
    long since = Math.subtractExact(micros, reference);
    if (unit == Unit.NANOSECONDS) {
      return Math.multiplyExact(since, 1000L);
    }
    if (since % unit.micros != 0) {
      throw new ArithmeticException("it is no whole number of " + text);
    }
    return since / unit.micros;
  }

  /**
   * The number of units of a time, for arrays of floats.
   *
   * @throws ArithmeticException if reading it would give another time
   */
  double fractionalUnits(long micros) {
    long since = Math.subtractExact(micros, reference);
    double units =
        unit == Unit.NANOSECONDS ? since * 1000.0 : (double) since / (double) unit.micros;
    if (micros(units) != micros) {
      throw new ArithmeticException("a float64 of " + text + " cannot hold it");
    }
    return units;
  }

  private ArithmeticException outOfRange(Object stored) {
    return new ArithmeticException(
        "the time "
            + stored
            + " "
            + text
            + " is beyond what a TIMESTAMP holds."
            + " Set the option decodeTimes to false to read the stored numbers");
  }
}
