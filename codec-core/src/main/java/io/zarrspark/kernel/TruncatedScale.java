package io.zarrspark.kernel;

import io.zarrspark.type.NumberType;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code numcodecs.fixedscaleoffset} on an integer data type, as numcodecs computes it: in double,
 * the decoded number truncated. Where the exact codecs have a result this one has the same.
 */
public final class TruncatedScale {
  private TruncatedScale() {}

  /** {@code round((x - offset) * scale)}, wrapped into an integer type. */
  public static Elementwise encode(
      String codec, NumberType from, NumberType to, double offset, double scale) {
    List<Step> steps = new ArrayList<>();
    steps.add(toDoubles(from));
    steps.add(FloatArithmetic.doubles(Operation.SUBTRACT, offset));
    steps.add(FloatArithmetic.doubles(Operation.MULTIPLY, scale));
    steps.add(FloatRounding.toIntegers(Rounding.NEAREST_EVEN));
    steps.addAll(fromDoubles(to, OutOfRange.WRAP));
    return of(codec, from, to, steps);
  }

  /** {@code x / scale + offset}, truncated; out of range is an error. */
  public static Elementwise decode(
      String codec, NumberType from, NumberType to, double offset, double scale) {
    List<Step> steps = new ArrayList<>();
    steps.add(toDoubles(from));
    steps.add(FloatArithmetic.doubles(Operation.DIVIDE, scale));
    steps.add(FloatArithmetic.doubles(Operation.ADD, offset));
    steps.add(FloatRounding.toIntegers(Rounding.TOWARDS_ZERO));
    steps.addAll(fromDoubles(to, OutOfRange.ERROR));
    return of(codec, from, to, steps);
  }

  private static Step toDoubles(NumberType from) {
    return switch (from.kernel()) {
      case LONG ->
          from == NumberType.UINT64
              ? Conversions.longsToDoubles(true, 53, Rounding.NEAREST_EVEN)
              : Conversions.longsToDoubles();
      case FLOAT -> Conversions.floatsToDoubles();
      case DOUBLE -> (tile, n) -> false;
    };
  }

  private static List<Step> fromDoubles(NumberType to, OutOfRange rule) {
    return switch (to.kernel()) {
      case LONG -> List.of(Conversions.doublesToLongs(to, rule));
      case FLOAT -> CastValue.roundTo(NumberType.FLOAT64, to, Rounding.NEAREST_EVEN, false);
      case DOUBLE -> List.of();
    };
  }

  private static Elementwise of(String codec, NumberType from, NumberType to, List<Step> steps) {
    Stage stage =
        new Stage(
            codec,
            from,
            to,
            List.copyOf(steps),
            value -> "has no result in " + to + ". Repair the data.");
    return Elementwise.of(
        new Elementwise.Link(
            stage, input -> new Elementwise.Bound(stage, to.isInteger() ? Interval.of(to) : null)));
  }
}
