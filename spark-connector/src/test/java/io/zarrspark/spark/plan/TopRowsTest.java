package io.zarrspark.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.spark.plan.TopRows.Key;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The ranges that are left hold the first rows of every order by dimensions. */
class TopRowsTest {

  private static long[] coordinates(Random random, int size) {
    long[] values = random.longs(size, 0, 6).toArray();
    int kind = random.nextInt(4);
    if (kind < 3) {
      java.util.Arrays.sort(values);
    }
    for (int i = 0; kind == 1 && i < size; i++) {
      values[i] = -values[i];
    }
    for (int i = 0; kind == 2 && i < size; i++) {
      values[i] += 10 * i;
    }
    return values;
  }

  private static List<long[]> rows(long[][] values, IndexRanges[] ranges) {
    List<long[]> rows = new ArrayList<>();
    for (int x = 0; x < values[0].length; x++) {
      for (int y = 0; y < values[1].length; y++) {
        for (int z = 0; z < values[2].length; z++) {
          if (ranges[0].contains(x) && ranges[1].contains(y) && ranges[2].contains(z)) {
            rows.add(new long[] {values[0][x], values[1][y], values[2][z]});
          }
        }
      }
    }
    return rows;
  }

  /** The sort keys of the first rows: rows with equal keys are as good as each other. */
  private static List<List<Long>> first(List<long[]> rows, List<Key> keys, int n) {
    Comparator<long[]> order = (a, b) -> 0;
    for (Key key : keys) {
      Comparator<long[]> next = Comparator.comparingLong(row -> row[key.dimension()]);
      order = order.thenComparing(key.descending() ? next.reversed() : next);
    }
    return rows.stream()
        .sorted(order)
        .limit(n)
        .map(row -> keys.stream().map(key -> row[key.dimension()]).toList())
        .toList();
  }

  @Test
  void theFirstRowsAreLeft() {
    Random random = new Random(1);
    long left = 0;
    long all = 0;
    for (int round = 0; round < 3_000; round++) {
      long[][] values = new long[3][];
      IndexRanges[] ranges = new IndexRanges[3];
      for (int d = 0; d < 3; d++) {
        values[d] = coordinates(random, 1 + random.nextInt(6));
        ranges[d] =
            random.nextBoolean()
                ? IndexRanges.all(values[d].length)
                : IndexRangesTest.ranges(IndexRangesTest.bits(random)).clip(0, values[d].length);
      }
      List<Key> keys = new ArrayList<>();
      for (int k = 0; k < 1 + random.nextInt(3); k++) {
        keys.add(new Key(random.nextInt(3), random.nextBoolean()));
      }
      int n = 1 + random.nextInt(12);
      TopRows top =
          TopRows.of(ranges, keys, d -> Optional.of(new LongCoordinates(values[d], null)), n);
      List<long[]> remaining = rows(values, top.ranges());
      List<List<Long>> expected = first(rows(values, ranges), keys, n);
      assertThat(first(remaining, keys, n)).as("round %s", round).isEqualTo(expected);
      if (top.areEqual()) {
        assertThat(first(remaining, keys, 1_000).stream().distinct())
            .as("round %s", round)
            .hasSizeLessThanOrEqualTo(1);
      }
      left += remaining.size();
      all += rows(values, ranges).size();
    }
    assertThat(left).isLessThan(all * 2 / 3);
  }

  @Test
  void nullsAndUnknownCoordinatesNarrowNothing() {
    IndexRanges[] ranges = {IndexRanges.all(3), IndexRanges.all(5)};
    CoordinateValues withNull =
        new LongCoordinates(new long[] {1, 2, 3}, new boolean[] {false, true, false});
    List<Key> keys = List.of(new Key(0, false));
    assertThat(TopRows.of(ranges, keys, d -> Optional.of(withNull), 1).ranges()).isEqualTo(ranges);
    assertThat(TopRows.of(ranges, keys, d -> Optional.empty(), 1).ranges()).isEqualTo(ranges);
  }

  @Test
  void nanIsTheGreatest() {
    IndexRanges[] ranges = {IndexRanges.all(4)};
    CoordinateValues values = new DoubleCoordinates(new double[] {-0.0, 0.0, 1, Double.NaN}, null);
    assertThat(TopRows.of(ranges, List.of(new Key(0, true)), d -> Optional.of(values), 1).ranges())
        .containsExactly(IndexRanges.of(3, 4));
    assertThat(TopRows.of(ranges, List.of(new Key(0, false)), d -> Optional.of(values), 1).ranges())
        .as("-0.0 equals 0.0")
        .containsExactly(IndexRanges.of(0, 2));
  }
}
