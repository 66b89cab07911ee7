package io.zarrspark.kernel;

import io.zarrspark.type.NumberType;
import java.util.ArrayList;
import java.util.List;

/** The encoder of {@code numcodecs.quantize}: {@code rint(x * 2^k) / 2^k} in the data type. */
public final class Quantize {
  private Quantize() {}

  /**
   * Rounds every element to a multiple of {@code 2^-bits}. A finite element whose product with the
   * scale leaves the type is an error.
   *
   * @param codec name of the codec, for messages
   * @param type float16, float32 or float64
   */
  public static Elementwise encode(String codec, NumberType type, int bits) {
    Stage stage =
        new Stage(
            codec,
            type,
            type,
            steps(type, bits),
            value ->
                "times 2^"
                    + bits
                    + " is not representable in "
                    + type
                    + ". Use fewer digits, or repair the data.");
    return Elementwise.of(new Elementwise.Link(stage, input -> new Elementwise.Bound(stage, null)));
  }

  private static List<Step> steps(NumberType type, int bits) {
    double scale = Math.scalb(1.0, bits);
    if (scale > type.floatFormat().maxFinite() || scale < type.floatFormat().minPositive()) {
      return List.of((tile, n) -> true);
    }
    if (type == NumberType.FLOAT64) {
      return List.of((tile, n) -> quantize(tile.doubles, n, scale));
    }
    if (type == NumberType.FLOAT32) {
      return List.of((tile, n) -> quantize(tile.floats, n, (float) scale));
    }
    List<Step> round = CastValue.roundTo(type, type, Rounding.NEAREST_EVEN, false);
    List<Step> steps = new ArrayList<>();
    steps.add(FloatArithmetic.floats(Operation.MULTIPLY, (float) scale));
    steps.addAll(round);
    steps.add(Conversions.floatsToDoubles());
    steps.add(FloatRounding.toIntegers(Rounding.NEAREST_EVEN));
    steps.add(Conversions.doublesToFloats());
    steps.add(FloatArithmetic.floats(Operation.DIVIDE, (float) scale));
    steps.addAll(round);
    return List.copyOf(steps);
  }

  private static boolean quantize(double[] x, int n, double scale) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      double quantized = Math.rint(x[i] * scale) / scale;
      bad |= isInfinite(quantized) & !isInfinite(x[i]);
      x[i] = quantized;
    }
    return bad;
  }

  private static boolean quantize(float[] x, int n, float scale) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      float quantized = (float) Math.rint(x[i] * scale) / scale;
      bad |= isInfinite(quantized) & !isInfinite(x[i]);
      x[i] = quantized;
    }
    return bad;
  }

  private static boolean isInfinite(double value) {
    return Math.abs(value) == Double.POSITIVE_INFINITY;
  }
}
