package io.zarrspark.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.chunk.ChunkAxis;
import io.zarrspark.spark.plan.KeyGrid.KeyedPiece;
import io.zarrspark.spark.plan.PartitionPacker.Sizes;
import io.zarrspark.spark.plan.RandomPlan.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Every partition lies within one key, and all together have all rows once. */
class KeyGridTest {

  /** The first dimension with several objects, in keys of so many. */
  private static Optional<KeyGrid> grid(RandomPlan c, int objectsPerKey) {
    for (int d = 0; d < c.shape().length; d++) {
      ChunkAxis objects = c.axes()[d].objects();
      if (c.shape()[d] > objects.extent(0)) {
        return objects.isRegular()
            ? Optional.of(new KeyGrid(d, objectsPerKey, (long) objectsPerKey * objects.extent(0)))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  @Test
  void piecesLieWithinKeys() {
    Random random = new Random(1);
    for (int round = 0; round < 2_000; round++) {
      RandomPlan c = RandomPlan.of(random, 3);
      KeyGrid grid = grid(c, 1 + random.nextInt(3)).orElse(null);
      if (grid == null) {
        continue;
      }
      List<Row> rows = new ArrayList<>();
      for (KeyedPiece keyed :
          grid.pack(c.plan(), new Sizes(1 + random.nextInt(5), 1 + random.nextInt(5)))) {
        for (Row row : c.rows(keyed.piece())) {
          assertThat(grid.key(row.index().get(grid.dimension())))
              .as("round %s", round)
              .isEqualTo(keyed.key());
          rows.add(row);
        }
      }
      assertThat(rows).as("round %s", round).isEqualTo(c.rows());
    }
  }

  @Test
  void keysAreWorthATask() {
    assertThat(KeyGrid.of(new long[] {1_000, 10, 10}, ChunkAxis.regular(new int[] {10, 10, 10})))
        .as("100000 cells")
        .isEmpty();
    assertThat(KeyGrid.of(new long[] {100, 500, 500}, ChunkAxis.regular(new int[] {10, 100, 100})))
        .as("25 million cells, 2.5 million in a slab")
        .contains(new KeyGrid(0, 1, 10));
    assertThat(
            KeyGrid.of(
                new long[] {1_300_000, 721, 1440}, ChunkAxis.regular(new int[] {1, 721, 1440})))
        .as("64 million cells and no more")
        .contains(new KeyGrid(0, 64, 64));
    assertThat(
            KeyGrid.of(new long[] {1, 30_000, 1_000}, ChunkAxis.regular(new int[] {1, 500, 100})))
        .as("the first dimension has one object")
        .contains(new KeyGrid(1, 2, 1_000));
    assertThat(
            KeyGrid.of(
                new long[] {1L << 50, 721, 1440}, ChunkAxis.regular(new int[] {1, 721, 1440})))
        .as("too many keys")
        .isEmpty();
    assertThat(KeyGrid.of(new long[] {}, ChunkAxis.regular(new int[] {}))).isEmpty();
    ChunkAxis.Builder several = new ChunkAxis.Builder();
    several.add(10, 1);
    several.add(20, 1);
    assertThat(
            KeyGrid.of(
                new long[] {100, 500, 500},
                new ChunkAxis[] {several.build(), ChunkAxis.regular(100), ChunkAxis.regular(100)}))
        .as("keys are of one size")
        .isEmpty();
    assertThat(
            KeyGrid.of(
                new long[] {100, 500, 500},
                new ChunkAxis[] {ChunkAxis.regular(10), several.build(), ChunkAxis.regular(100)}))
        .as("other dimensions may be cut as they like")
        .contains(new KeyGrid(0, 1, 10));
    assertThat(KeyGrid.of(new long[] {0, 5}, ChunkAxis.regular(new int[] {1, 1}))).isEmpty();
  }
}
