package io.zarrspark.kernel;

import io.zarrspark.type.NumberType;
import java.util.List;

/**
 * NumPy's {@code astype}: integers wrap, floats lose their fraction on the way to integers, numbers
 * too large for a float type become infinite. A float without a counterpart among the integers is
 * an error: NumPy leaves its cast to the processor.
 */
public final class NumpyCast {
  private NumpyCast() {}

  /**
   * A cast of every element.
   *
   * @param codec name of the codec, for messages
   */
  public static Elementwise cast(String codec, NumberType from, NumberType to) {
    OutOfRange rule =
        to.isFloat() ? OutOfRange.CLAMP : from.isFloat() ? OutOfRange.ERROR : OutOfRange.WRAP;
    Rounding rounding = to.isFloat() ? Rounding.NEAREST_EVEN : Rounding.TOWARDS_ZERO;
    List<Step> steps = from == to ? List.of() : CastValue.steps(from, to, rounding, rule);
    Stage stage =
        new Stage(
            codec,
            from,
            to,
            List.copyOf(steps),
            value ->
                "has no counterpart in "
                    + to
                    + ", and NumPy leaves such a cast undefined. Repair the data.");
    return Elementwise.of(
        new Elementwise.Link(stage, input -> CastValue.idle(stage, input, rule, List.of())));
  }
}
