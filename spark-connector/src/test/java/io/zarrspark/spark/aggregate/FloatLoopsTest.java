package io.zarrspark.spark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Floats folded where they lie give what they give as doubles, to the bit; NaN is NaN. */
class FloatLoopsTest {
  private static final float[] SPECIAL = {
    Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, -0f, 0f, Float.MIN_VALUE
  };

  @Test
  void resultsAreThoseOfDoubles() {
    Random random = new Random(7);
    for (int n = 0; n < 300; n++) {
      int from = random.nextInt(9);
      float[] floats = new float[from + n + random.nextInt(9)];
      for (int i = 0; i < floats.length; i++) {
        floats[i] =
            n % 3 == 0 && random.nextInt(20) == 0
                ? SPECIAL[random.nextInt(SPECIAL.length)]
                : (float) (random.nextGaussian() * Math.pow(10, random.nextInt(20)));
      }
      double[] doubles = new double[n];
      for (int i = 0; i < n; i++) {
        doubles[i] = floats[from + i];
      }
      assertSame(FloatLoops.sum(floats, from, n), DoubleLoops.sum(doubles, n));
      for (double start : new double[] {Double.NaN, Double.NEGATIVE_INFINITY, 3}) {
        assertSame(FloatLoops.min(floats, from, n, start), DoubleLoops.min(doubles, n, start));
        assertSame(FloatLoops.max(floats, from, n, start), DoubleLoops.max(doubles, n, start));
      }
    }
  }

  private static void assertSame(double a, double b) {
    assertThat(Double.doubleToLongBits(a)).isEqualTo(Double.doubleToLongBits(b));
  }
}
