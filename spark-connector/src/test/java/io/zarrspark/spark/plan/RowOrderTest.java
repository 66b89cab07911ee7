package io.zarrspark.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.chunk.ChunkAxis;
import io.zarrspark.spark.plan.RandomPlan.Row;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows are in the order that is claimed of them, since a wrong claim makes wrong joins. */
class RowOrderTest {

  private static boolean isSorted(List<Row> rows, int dimensions) {
    for (int i = 1; i < rows.size(); i++) {
      for (int d = 0; d < dimensions; d++) {
        int compared = rows.get(i - 1).index().get(d).compareTo(rows.get(i).index().get(d));
        if (compared > 0) {
          return false;
        }
        if (compared < 0) {
          break;
        }
      }
    }
    return true;
  }

  @Test
  void rowsAreSortedAsClaimed() {
    Random random = new Random(1);
    int claimed = 0;
    int missed = 0;
    for (int round = 0; round < 5_000; round++) {
      RandomPlan c = RandomPlan.of(random, 3);
      List<Row> rows = c.rows();
      int sorted = RowOrder.sortedDimensions(c.plan());
      assertThat(isSorted(rows, sorted)).as("round %s", round).isTrue();
      claimed += sorted > 0 ? 1 : 0;
      missed += sorted < c.shape().length && isSorted(rows, sorted + 1) && !rows.isEmpty() ? 1 : 0;
    }
    assertThat(claimed).as("rounds with a claim").isGreaterThan(1_000);
    assertThat(missed).as("rounds with an order that is not claimed").isLessThan(200);
  }

  private static int sorted(int[] object, int[] block, long... shape) {
    IndexRanges[] ranges = new IndexRanges[shape.length];
    for (int d = 0; d < shape.length; d++) {
      ranges[d] = IndexRanges.all(shape[d]);
    }
    return RowOrder.sortedDimensions(
        new BlockPlan(ChunkAxis.regular(object), ChunkAxis.regular(block), ranges));
  }

  @Test
  void blocksThatInterleaveAreNotSorted() {
    int[] plane = {1, 8, 8};
    assertThat(sorted(plane, plane, 10, 8, 8)).as("one step and the whole plane").isEqualTo(3);
    int[] slab = {4, 8, 8};
    assertThat(sorted(slab, slab, 12, 8, 8)).as("some steps, the whole plane").isEqualTo(3);
    int[] band = {1, 4, 8};
    assertThat(sorted(band, band, 10, 8, 8)).as("bands of a plane").isEqualTo(3);
    int[] tile = {1, 4, 4};
    assertThat(sorted(tile, tile, 10, 8, 8)).as("tiles: latitudes come again").isEqualTo(1);
    int[] box = {2, 4, 8};
    assertThat(sorted(box, box, 10, 8, 8)).as("boxes: steps come again").isEqualTo(0);
    assertThat(sorted(new int[] {4, 8, 8}, new int[] {1, 4, 8}, 12, 8, 8))
        .as("shards of bands")
        .isEqualTo(3);
    assertThat(sorted(new int[] {4, 4, 8}, new int[] {1, 4, 8}, 12, 8, 8))
        .as("shards side by side")
        .isEqualTo(0);
  }
}
