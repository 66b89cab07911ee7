package io.zarrspark.spark.schema;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.TimeType;
import io.zarrspark.type.TimeType.Kind;
import io.zarrspark.type.TimeType.Unit;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * {@code numpy.datetime64} as TIMESTAMP_NTZ and {@code numpy.timedelta64} as INTERVAL: DAY TO
 * SECOND, or YEAR TO MONTH where the unit is months or years, which have no length in days. NaT is
 * NULL.
 *
 * <p>Spark counts microseconds. A time between two of them, or beyond those of 64 bits, is an
 * error, never another time. Times without a unit are the numbers they are.
 *
 * @param stored the stored type
 * @param numerator what a unit is multiplied by to be microseconds, or months of months and years
 * @param denominator what it is divided by, without a rest
 */
public record NumpyTime(TimeType stored, long numerator, long denominator)
    implements ValueDecoding {
  private static final long DAY_MICROS = 86_400_000_000L;

  /** The times of a stored type. */
  public static NumpyTime of(TimeType stored) {
    long units =
        switch (stored.unit()) {
          case YEAR -> 12;
          case MONTH, MICROSECOND, GENERIC, NANOSECOND, PICOSECOND, FEMTOSECOND, ATTOSECOND -> 1;
          case WEEK -> 7 * DAY_MICROS;
          case DAY -> DAY_MICROS;
          case HOUR -> 3_600_000_000L;
          case MINUTE -> 60_000_000L;
          case SECOND -> 1_000_000L;
          case MILLISECOND -> 1_000L;
        };
    long parts =
        switch (stored.unit()) {
          case NANOSECOND -> 1_000L;
          case PICOSECOND -> 1_000_000L;
          case FEMTOSECOND -> 1_000_000_000L;
          case ATTOSECOND -> 1_000_000_000_000L;
          default -> 1;
        };
    return new NumpyTime(stored, units, parts);
  }

  private boolean isInMonths() {
    return stored.unit() == Unit.MONTH || stored.unit() == Unit.YEAR;
  }

  @Override
  public DataType sparkType() {
    if (stored.unit() == Unit.GENERIC) {
      return DataTypes.LongType;
    }
    if (stored.kind() == Kind.DATETIME) {
      return DataTypes.TimestampNTZType;
    }
    return isInMonths()
        ? DataTypes.createYearMonthIntervalType()
        : DataTypes.createDayTimeIntervalType();
  }

  @Override
  public boolean isNullable() {
    return true;
  }

  @Override
  public CellValues decode(ChunkData elements, int offset, int length) {
    long[] steps = ((ChunkData.Longs) elements).values();
    boolean isMonths = isInMonths() && stored.kind() == Kind.TIMEDELTA;
    long[] micros = isMonths ? null : new long[length];
    int[] months = isMonths ? new int[length] : null;
    boolean[] nulls = null;
    for (int i = 0; i < length; i++) {
      long step = steps[offset + i];
      if (step == TimeType.NOT_A_TIME) {
        nulls = nulls == null ? new boolean[length] : nulls;
        nulls[i] = true;
      } else if (isMonths) {
        months[i] = months(step);
      } else {
        micros[i] = isInMonths() ? startOfMonth(step) : micros(step);
      }
    }
    return new CellValues(
        isMonths ? new ChunkData.Ints(months) : new ChunkData.Longs(micros), 0, nulls);
  }

  /** Steps as what a unit is multiplied by: microseconds, parts of them, or months. */
  private long units(long step) {
    try {
      return Math.multiplyExact(Math.multiplyExact(step, (long) stored.scaleFactor()), numerator);
    } catch (ArithmeticException e) {
      throw beyond(step);
    }
  }

  private long micros(long step) {
    long parts = units(step);
    if (parts % denominator != 0) {
      throw cannotHold(step, "is no whole number of microseconds, which Spark counts");
    }
    return parts / denominator;
  }

  private int months(long step) {
    long months = units(step);
    if (months != (int) months) {
      throw beyond(step);
    }
    return (int) months;
  }

  private long startOfMonth(long step) {
    try {
      return Math.multiplyExact(LocalDate.EPOCH.plusMonths(units(step)).toEpochDay(), DAY_MICROS);
    } catch (ArithmeticException | DateTimeException e) {
      throw beyond(step);
    }
  }

  /**
   * The stored step of a time or a duration; the reverse of decoding.
   *
   * @param value microseconds, or months of an interval of those
   * @throws ArithmeticException if it is no whole number of steps
   */
  public long step(long value) {
    try {
      boolean isStartOfMonth = isInMonths() && stored.kind() == Kind.DATETIME;
      long parts = isStartOfMonth ? monthsSince1970(value) : Math.multiplyExact(value, denominator);
      long length = Math.multiplyExact(numerator, (long) stored.scaleFactor());
      if (parts % length != 0) {
        throw noWholeNumber();
      }
      return parts / length;
    } catch (DateTimeException e) {
      throw noWholeNumber();
    }
  }

  private long monthsSince1970(long micros) {
    LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(micros, DAY_MICROS));
    if (day.getDayOfMonth() != 1 || Math.floorMod(micros, DAY_MICROS) != 0) {
      throw noWholeNumber();
    }
    return ChronoUnit.MONTHS.between(LocalDate.EPOCH, day);
  }

  private ArithmeticException noWholeNumber() {
    return new ArithmeticException("it is no whole number of steps of " + stored);
  }

  private ArithmeticException beyond(long step) {
    return cannotHold(step, "is beyond what " + sparkType().sql() + " holds");
  }

  private ArithmeticException cannotHold(long step, String why) {
    return new ArithmeticException(
        "the "
            + stored
            + " "
            + step
            + " "
            + why
            + ". Set the option decodeTimes to false to read the stored numbers");
  }
}
