package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.NumberType;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * Times of CF, such as {@code hours since 1980-01-14 14:00:00}, or durations of xarray, such as
 * {@code hours}.
 *
 * <p>Times of the standard and the proleptic Gregorian calendar are instants, and so a TIMESTAMP:
 * microseconds since 1970 in UTC. Times of the other calendars are not: 30 February is no day of
 * Spark's calendar, and the day after 28 February may be another one. They are text as cftime
 * writes it, which sorts and compares as the times do. Durations are an interval of days to
 * seconds.
 *
 * @param unit the unit
 * @param calendar the calendar; null for durations
 * @param reference microseconds from the calendar's first day to the reference time; 0 for
 *     durations
 * @param text the units, for messages
 */
record CfTime(TimeUnit unit, CfCalendar calendar, long reference, String text) {

  /** Integers that are the "not a time" of NumPy. */
  private static final long NOT_A_TIME = Long.MIN_VALUE;

  /** The times that attributes describe, if they describe times that are known here. */
  static Optional<CfTime> of(ObjectNode attributes) {
    String units = text(attributes, "units");
    if (units == null) {
      return Optional.empty();
    }
    String[] parts = units.trim().split("\\s+since\\s+", 2);
    if (parts.length != 2) {
      return Optional.empty();
    }
    String name = text(attributes, "calendar");
    Optional<CfCalendar> calendar = CfCalendar.named(name == null ? "standard" : name.trim());
    if (calendar.isEmpty()) {
      return Optional.empty();
    }
    Optional<TimeUnit> unit = TimeUnit.named(parts[0].trim(), calendar.get());
    OptionalLong reference = ReferenceTime.parse(parts[1], calendar.get());
    if (unit.isEmpty() || reference.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new CfTime(unit.get(), calendar.get(), reference.getAsLong(), units));
  }

  /** Whether attributes describe times, but not such as are known here. */
  static boolean isUndecodable(ObjectNode attributes) {
    String units = text(attributes, "units");
    return units != null && units.contains(" since ") && of(attributes).isEmpty();
  }

  /**
   * The durations that attributes describe, if they describe any.
   *
   * @param byUnits whether units alone make a duration; else only the type that xarray notes
   */
  static Optional<CfTime> durations(ObjectNode attributes, boolean byUnits) {
    String units = text(attributes, "units");
    String type = text(attributes, "dtype");
    if (units == null || !byUnits && (type == null || !type.startsWith("timedelta64"))) {
      return Optional.empty();
    }
    return TimeUnit.ofDuration(units).map(unit -> new CfTime(unit, null, 0, units));
  }

  private static String text(ObjectNode attributes, String name) {
    JsonNode json = attributes.get(name);
    return json == null ? null : json.textValue();
  }

  DataType sparkType() {
    if (calendar == null) {
      return DataTypes.createDayTimeIntervalType();
    }
    return calendar.hasInstants() ? DataTypes.TimestampType : DataTypes.StringType;
  }

  /** Whether stored numbers can be "not a time". */
  static boolean hasNotATime(NumberType dataType) {
    return dataType.isFloat() || dataType == NumberType.INT64;
  }

  /**
   * Decodes widened elements {@code [offset, offset + length)} into a new array. NaN, and the least
   * int64, become NULL.
   */
  CellValues decode(
      NumberType dataType, ChunkData values, int offset, int length, boolean[] knownNulls) {
    boolean[] nulls = knownNulls;
    long[] micros;
    if (values instanceof ChunkData.Floats || values instanceof ChunkData.Doubles) {
      double[] stored = Numbers.toDoubles(dataType, values, offset, length);
      micros = new long[length];
      for (int i = 0; i < length; i++) {
        if (Double.isNaN(stored[i])) {
          nulls = nulls == null ? new boolean[length] : nulls;
          nulls[i] = true;
        } else if (nulls == null || !nulls[i]) {
          micros[i] = micros(stored[i]);
        }
      }
    } else {
      micros = Numbers.toLongs(values, offset, length);
      for (int i = 0; i < length; i++) {
        if (micros[i] == NOT_A_TIME && dataType == NumberType.INT64) {
          nulls = nulls == null ? new boolean[length] : nulls;
          nulls[i] = true;
          micros[i] = 0;
        } else if (nulls == null || !nulls[i]) {
          micros[i] = micros(dataType, micros[i]);
        }
      }
    }
    boolean isText = calendar != null && !calendar.hasInstants();
    return new CellValues(
        isText ? CfTimeText.of(calendar, micros, nulls) : new ChunkData.Longs(micros), 0, nulls);
  }

  private long micros(NumberType dataType, long stored) {
    if (stored < 0 && dataType == NumberType.UINT64) {
      throw outOfRange(Long.toUnsignedString(stored));
    }
    try {
      return Math.addExact(reference, unit.micros(stored));
    } catch (ArithmeticException e) {
      throw outOfRange(stored);
    }
  }

  private long micros(double stored) {
    try {
      return Math.addExact(reference, unit.micros(stored));
    } catch (ArithmeticException e) {
      throw outOfRange(stored);
    }
  }

  /**
   * The number of units of a time; the reverse of decoding.
   *
   * @throws ArithmeticException if it is no whole number of units
   */
  long units(long micros) {
    long since = Math.subtractExact(micros, reference);
    if (unit == TimeUnit.NANOSECONDS) {
      return Math.multiplyExact(since, 1000L);
    }
    if (since % unit.length() != 0) {
      throw new ArithmeticException("it is no whole number of " + text);
    }
    return since / unit.length();
  }

  /**
   * The number of units of a time, for arrays of floats.
   *
   * @throws ArithmeticException if reading it would give another time
   */
  double fractionalUnits(long micros) {
    long since = Math.subtractExact(micros, reference);
    double units =
        unit == TimeUnit.NANOSECONDS ? since * 1000.0 : (double) since / (double) unit.length();
    if (micros(units) != micros) {
      throw new ArithmeticException("a float64 of " + text + " cannot hold it");
    }
    return units;
  }

  private ArithmeticException outOfRange(Object stored) {
    return new ArithmeticException(
        "the "
            + (calendar == null ? "duration " : "time ")
            + stored
            + " "
            + text
            + " is beyond what "
            + holder()
            + ". Set the option "
            + (calendar == null ? "decodeTimedelta" : "decodeTimes")
            + " to false to read the stored numbers");
  }

  private String holder() {
    if (calendar == null) {
      return "an INTERVAL holds";
    }
    return calendar.hasInstants() ? "a TIMESTAMP holds" : "64 bits of microseconds hold";
  }
}
