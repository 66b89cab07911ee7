package io.zarrspark.type;

import java.util.Arrays;
import java.util.Optional;

/**
 * {@code numpy.datetime64} and {@code numpy.timedelta64}: a signed 64-bit count of {@code
 * scaleFactor} units, since 1970-01-01T00:00:00 for a datetime. {@link #NOT_A_TIME} is NaT.
 *
 * @param kind instant or duration
 * @param unit the unit
 * @param scaleFactor how many units one step is, at least 1
 */
public record TimeType(Kind kind, Unit unit, int scaleFactor) implements PlainType {
  /** NaT, as NumPy stores it. */
  public static final long NOT_A_TIME = Long.MIN_VALUE;

  /** Which of the two types. */
  public enum Kind {
    DATETIME("numpy.datetime64"),
    TIMEDELTA("numpy.timedelta64");

    private final String zarrName;

    Kind(String zarrName) {
      this.zarrName = zarrName;
    }

    public String zarrName() {
      return zarrName;
    }
  }

  /** The units of NumPy. */
  public enum Unit {
    YEAR("Y"),
    MONTH("M"),
    WEEK("W"),
    DAY("D"),
    HOUR("h"),
    MINUTE("m"),
    SECOND("s"),
    MILLISECOND("ms"),
    MICROSECOND("us", "μs", "µs"),
    NANOSECOND("ns"),
    PICOSECOND("ps"),
    FEMTOSECOND("fs"),
    ATTOSECOND("as"),
    /** No unit is known: the numbers are no times yet. */
    GENERIC("generic");

    private final String[] names;

    Unit(String... names) {
      this.names = names;
    }

    /** The unit that NumPy calls so. */
    public static Optional<Unit> named(String name) {
      return Arrays.stream(values())
          .filter(unit -> Arrays.asList(unit.names).contains(name))
          .findFirst();
    }

    /** NumPy's name. */
    public String numpyName() {
      return names[0];
    }
  }

  @Override
  public String zarrName() {
    return kind.zarrName();
  }

  @Override
  public Storage storage() {
    return Storage.LONGS;
  }

  @Override
  public String show(long stored) {
    return stored == NOT_A_TIME ? "NaT" : Long.toString(stored);
  }

  @Override
  public String toString() {
    return zarrName()
        + "["
        + (scaleFactor == 1 ? "" : Integer.toString(scaleFactor))
        + unit.numpyName()
        + "]";
  }
}
