package io.zarrspark.kernel;

import io.zarrspark.type.FloatFormat;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.util.ArrayList;
import java.util.List;

/** The kernels of {@code cast_value}. Decoding is the same cast with the types swapped. */
public final class CastValue {
  private static final String CODEC = "cast_value";

  private CastValue() {}

  /** One entry of a {@code scalar_map}. */
  public record Mapping(NumberScalar key, NumberScalar result) {}

  /**
   * A cast of every element: mapped if it equals a key, else rounded and then checked against the
   * range of the target.
   *
   * @param outOfRange {@link OutOfRange#WRAP} has no meaning for a float result (it can be
   *     configured for the other direction) and then counts as {@link OutOfRange#ERROR}
   */
  public static Elementwise cast(
      NumberType from,
      NumberType to,
      Rounding rounding,
      OutOfRange outOfRange,
      List<Mapping> scalarMap) {
    OutOfRange rule = outOfRange == OutOfRange.WRAP && to.isFloat() ? OutOfRange.ERROR : outOfRange;
    List<Step> steps = new ArrayList<>();
    if (from != to) {
      steps.addAll(steps(from, to, rounding, rule));
    }
    if (!scalarMap.isEmpty()) {
      ScalarMap map = new ScalarMap(from, scalarMap);
      steps.add(0, map.match());
      steps.add(map.replace(to));
    }
    Stage stage = new Stage(CODEC, from, to, List.copyOf(steps), value -> problem(value, to, rule));
    return Elementwise.of(
        new Elementwise.Link(stage, interval -> idle(stage, interval, rule, scalarMap)));
  }

  static List<Step> steps(NumberType from, NumberType to, Rounding rounding, OutOfRange rule) {
    boolean clamp = rule == OutOfRange.CLAMP;
    if (from.isInteger() && to.isInteger()) {
      return List.of(Conversions.longsToLongs(from, to, rule));
    }
    if (from.isInteger()) {
      return integerToFloat(from, to, rounding, clamp);
    }
    if (to.isInteger()) {
      List<Step> steps = new ArrayList<>();
      if (from.kernel() == NumberType.Kernel.FLOAT) {
        steps.add(Conversions.floatsToDoubles());
      }
      steps.add(FloatRounding.toIntegers(rounding));
      steps.add(Conversions.doublesToLongs(to, rule));
      return steps;
    }
    return floatToFloat(from, to, rounding, clamp);
  }

  private static List<Step> integerToFloat(
      NumberType from, NumberType to, Rounding rounding, boolean clamp) {
    FloatFormat format = to.floatFormat();
    boolean hardware = rounding == Rounding.NEAREST_EVEN && from != NumberType.UINT64;
    if (to == NumberType.FLOAT64 && (hardware || from.bits() <= 32)) {
      return List.of(Conversions.longsToDoubles());
    }
    if (to == NumberType.FLOAT32 && (hardware || from.bits() <= 16)) {
      return List.of(Conversions.longsToFloats());
    }
    List<Step> steps = new ArrayList<>();
    if (from.bits() <= 32) {
      steps.add(Conversions.longsToDoubles());
      steps.add(FloatRounding.to(format, rounding));
    } else {
      steps.add(
          Conversions.longsToDoubles(from == NumberType.UINT64, format.precision(), rounding));
    }
    if (to != NumberType.FLOAT64) {
      steps.add(FloatRange.of(format, clamp));
      steps.add(Conversions.doublesToFloats());
    }
    return steps;
  }

  private static List<Step> floatToFloat(
      NumberType from, NumberType to, Rounding rounding, boolean clamp) {
    if (from == NumberType.FLOAT64
        && to == NumberType.FLOAT32
        && rounding == Rounding.NEAREST_EVEN) {
      return List.of(Conversions.doublesToFloatsChecked(clamp));
    }
    if (to == NumberType.FLOAT64) {
      return List.of(Conversions.floatsToDoubles());
    }
    if (to == NumberType.FLOAT32 && from.kernel() == NumberType.Kernel.FLOAT) {
      return List.of();
    }
    return roundTo(from, to, rounding, clamp);
  }

  /** Rounds floats or doubles to a format of at most 32 bits, in float. */
  static List<Step> roundTo(NumberType from, NumberType to, Rounding rounding, boolean clamp) {
    FloatFormat format = to.floatFormat();
    List<Step> steps = new ArrayList<>();
    if (from.kernel() == NumberType.Kernel.FLOAT) {
      steps.add(Conversions.floatsToDoubles());
    }
    steps.add(FloatRounding.to(format, rounding));
    steps.add(FloatRange.of(format, clamp));
    steps.add(Conversions.doublesToFloats());
    return steps;
  }

  /** The stage without a check that cannot fire, and the bounds of what it returns. */
  static Elementwise.Bound idle(
      Stage stage, Interval input, OutOfRange rule, List<Mapping> scalarMap) {
    NumberType to = stage.to();
    if (!to.isInteger() || input == null || !scalarMap.isEmpty()) {
      return new Elementwise.Bound(stage, to.isInteger() ? Interval.of(to) : null);
    }
    if (input.within(to)) {
      return new Elementwise.Bound(
          new Stage(stage.codec(), stage.from(), to, List.of(), stage.problem()), input);
    }
    return new Elementwise.Bound(stage, rule == OutOfRange.WRAP ? Interval.of(to) : input.clip(to));
  }

  private static String problem(String value, NumberType to, OutOfRange rule) {
    if (value.equals("NaN") || value.endsWith("Infinity")) {
      return "has no counterpart in "
          + to
          + " and no entry in scalar_map. Map it with \"scalar_map\" in the codec configuration,"
          + " or repair the data.";
    }
    return "is not representable in "
        + to
        + (rule == OutOfRange.ERROR
            ? " (out_of_range is not set). Set \"out_of_range\" to \"clamp\""
                + (to.isInteger() ? " or \"wrap\"" : "")
                + " in the codec configuration, or repair the data."
            : ". Repair the data.");
  }
}
