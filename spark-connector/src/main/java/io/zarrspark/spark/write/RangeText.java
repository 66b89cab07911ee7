package io.zarrspark.spark.write;

import io.zarrspark.spark.io.OptionException;
import io.zarrspark.spark.io.WriteOptions;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The option {@code coords.<dimension>}: a list, {@code 10,20,30}; a range with both ends, {@code
 * -90:90:0.25}; or a range of times in ISO 8601, {@code 2020-01-01/2020-12-31T18:00/PT6H}. Times
 * without an offset are UTC.
 */
final class RangeText {
  /** Options are copied into plans, logs and the user interface. */
  private static final int MOST_CHARACTERS = 64 << 10;

  private static final int MOST_VALUES = 8 << 20;

  private final String dimension;
  private final CoordinateType type;
  private final String text;

  private RangeText(String dimension, CoordinateType type, String text) {
    this.dimension = dimension;
    this.type = type;
    this.text = text;
  }

  /** The coordinates that a text gives, in its order. */
  static Coordinates coordinates(String dimension, CoordinateType type, String text) {
    return new RangeText(dimension, type, text.trim()).coordinates();
  }

  private Coordinates coordinates() {
    if (text.length() > MOST_CHARACTERS) {
      throw new OptionException(
          "The option "
              + WriteOptions.COORDS
              + dimension
              + " has more than "
              + MOST_CHARACTERS
              + " characters. Give a range, or take the coordinates from a store with the option"
              + " like");
    }
    if (type.isText()) {
      return Coordinates.ofTexts(
          Arrays.stream(text.split(",", -1))
              .map(part -> part.trim().getBytes(StandardCharsets.UTF_8))
              .toList());
    }
    try {
      return Coordinates.ofCodes(codes());
    } catch (DateTimeParseException | ArithmeticException | NumberFormatException e) {
      throw malformed(e);
    }
  }

  private long[] codes() {
    if (type == CoordinateType.INTERVAL) {
      return list();
    }
    String[] parts = text.split(type.isTime() ? "/" : ":", -1);
    if (parts.length != 3) {
      return list();
    }
    return type.isTime() ? times(parts) : numbers(parts);
  }

  private OptionException malformed(RuntimeException cause) {
    OptionException problem =
        new OptionException(
            "The option "
                + WriteOptions.COORDS
                + dimension
                + " is \""
                + (text.length() > 80 ? text.substring(0, 80) + "…" : text)
                + "\" but must be "
                + allowed()
                + ", of "
                + type.sparkType().sql());
    if (cause != null) {
      problem.initCause(cause);
    }
    return problem;
  }

  private String allowed() {
    if (type == CoordinateType.INTERVAL) {
      return "a list of durations such as PT6H,P1D";
    }
    return type.isTime()
        ? "a list of times or a range such as 2020-01-01/2020-12-31T18:00/PT6H"
        : "a list of numbers or a range such as -90:90:0.25";
  }

  private long[] list() {
    List<Long> codes = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String value = part.trim();
      if (type == CoordinateType.INTERVAL) {
        codes.add(Duration.parse(value).dividedBy(ChronoUnit.MICROS.getDuration()));
      } else {
        codes.add(type.isTime() ? time(value) : number(new BigDecimal(value)));
      }
    }
    return codes.stream().mapToLong(Long::longValue).toArray();
  }

  private long[] numbers(String[] parts) {
    BigDecimal start = new BigDecimal(parts[0].trim());
    BigDecimal stop = new BigDecimal(parts[1].trim());
    BigDecimal step = new BigDecimal(parts[2].trim());
    if (step.signum() == 0) {
      throw malformed(null);
    }
    BigDecimal steps = stop.subtract(start).divideToIntegralValue(step);
    if (steps.signum() < 0 || steps.compareTo(BigDecimal.valueOf(MOST_VALUES)) >= 0) {
      throw malformed(null);
    }
    long[] codes = new long[steps.intValueExact() + 1];
    for (int i = 0; i < codes.length; i++) {
      // Exact decimals, rounded once each: 0.1 steps do not drift.
      codes[i] = number(start.add(step.multiply(BigDecimal.valueOf(i))));
    }
    return codes;
  }

  private long number(BigDecimal value) {
    return switch (type) {
      case FLOAT -> CoordinateType.ofDouble(value.floatValue());
      case DOUBLE -> CoordinateType.ofDouble(value.doubleValue());
      case BYTE -> value.byteValueExact();
      case SHORT -> value.shortValueExact();
      case INT -> value.intValueExact();
      default -> value.longValueExact();
    };
  }

  private long[] times(String[] parts) {
    LocalDateTime start = dateTime(parts[0].trim());
    LocalDateTime stop = dateTime(parts[1].trim());
    String stepText = parts[2].trim();
    TemporalAmount step =
        stepText.contains("T") ? Duration.parse(stepText) : Period.parse(stepText);
    List<Long> codes = new ArrayList<>();
    LocalDateTime time = start;
    for (int i = 1; !time.isAfter(stop); i++) {
      codes.add(code(time));
      // From the start, since months differ in length.
      LocalDateTime next =
          step instanceof Period period
              ? start.plus(period.multipliedBy(i))
              : start.plus(((Duration) step).multipliedBy(i));
      if (!next.isAfter(time) || codes.size() > MOST_VALUES) {
        throw malformed(null);
      }
      time = next;
    }
    return codes.stream().mapToLong(Long::longValue).toArray();
  }

  private long time(String value) {
    return code(dateTime(value));
  }

  private long code(LocalDateTime time) {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, time.toInstant(ZoneOffset.UTC));
    if (type != CoordinateType.DATE) {
      return micros;
    }
    if (time.toLocalDate().atStartOfDay().isEqual(time)) {
      return time.toLocalDate().toEpochDay();
    }
    throw new ArithmeticException(time + " is no date");
  }

  private static LocalDateTime dateTime(String value) {
    if (!value.contains("T") && !value.contains(" ")) {
      return LocalDate.parse(value).atStartOfDay();
    }
    String iso = value.replace(' ', 'T');
    return hasOffset(iso)
        ? OffsetDateTime.parse(iso).withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()
        : LocalDateTime.parse(iso);
  }

  private static boolean hasOffset(String iso) {
    String time = iso.substring(iso.indexOf('T'));
    return time.endsWith("Z") || time.contains("+") || time.contains("-");
  }
}
