package io.zarrspark.spark.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.junit.jupiter.api.Test;

class GridDimensionTest {
  private static void assertFindsAll(CoordinateType type, long[] codes) {
    GridDimension dimension = GridDimension.of("x", type, Coordinates.ofCodes(codes));
    for (int i = 0; i < codes.length; i++) {
      assertThat(index(dimension, codes[i])).isEqualTo(i);
      for (long other : new long[] {codes[i] - 1, codes[i] + 1}) {
        if (Arrays.stream(codes).noneMatch(code -> code == other)) {
          assertThatThrownBy(() -> index(dimension, other))
              .isInstanceOf(WriteException.class)
              .hasMessageContaining("is not in the grid");
        }
      }
    }
  }

  private static long index(GridDimension dimension, long code) {
    InternalRow row = new GenericInternalRow(new Object[] {dimension.type().value(code)});
    return dimension.index(row, 0, code);
  }

  private static long[] doubles(DoubleStream values) {
    return values.mapToLong(CoordinateType::ofDouble).toArray();
  }

  @Test
  void evenlySpacedCoordinatesHaveTheirIndices() {
    assertFindsAll(
        CoordinateType.DOUBLE, doubles(IntStream.range(0, 721).mapToDouble(i -> 90 - i * 0.25)));
    assertFindsAll(
        CoordinateType.DOUBLE, doubles(IntStream.range(0, 300).mapToDouble(i -> i * 1e-300)));
    assertFindsAll(
        CoordinateType.FLOAT, doubles(IntStream.range(0, 300).mapToDouble(i -> i * 0.1f)));
    assertFindsAll(
        CoordinateType.TIMESTAMP,
        LongStream.range(0, 500).map(i -> 1_577_836_800_000_000L + i * 21_600_000_000L).toArray());
  }

  @Test
  void unevenlySpacedCoordinatesHaveTheirIndices() {
    Random random = new Random(1);
    assertFindsAll(CoordinateType.LONG, random.longs(300).distinct().toArray());
    assertFindsAll(CoordinateType.DOUBLE, doubles(random.doubles(300, -1e300, 1e300)));
    assertFindsAll(CoordinateType.INT, new long[] {5, 4, 900, -900, 0});
  }

  @Test
  void theEndsOfTheNumbersAreCoordinatesToo() {
    assertFindsAll(CoordinateType.LONG, new long[] {7});
    assertFindsAll(CoordinateType.LONG, new long[] {Long.MIN_VALUE + 1, 0, Long.MAX_VALUE - 1});
    assertFindsAll(
        CoordinateType.DOUBLE,
        doubles(
            DoubleStream.of(
                Double.NEGATIVE_INFINITY, -Double.MAX_VALUE, 0, Double.MAX_VALUE, 1e308 / 0)));
    // Their differences are lost in a double.
    assertFindsAll(CoordinateType.LONG, LongStream.range(0, 50).map(i -> (1L << 62) + i).toArray());
  }
}
