package io.zarrspark.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** How blocks of any shape are grouped over stored objects. */
class BlockGridTest {

  private static int[] group(long[] sizes, int[] object, int[] block) {
    return BlockGrid.of(sizes, object, block).groupShape();
  }

  @Test
  void blocksThatDivideAnObjectAreGroupedToObjects() {
    assertThat(group(new long[] {1000}, new int[] {36}, new int[] {12})).containsExactly(36);
  }

  @Test
  void blocksOfWholeObjectsStandAlone() {
    assertThat(group(new long[] {1000}, new int[] {12}, new int[] {36})).containsExactly(36);
  }

  @Test
  void otherBlocksAreGroupedToWhereBothEnd() {
    assertThat(group(new long[] {1000}, new int[] {36}, new int[] {24})).containsExactly(72);
    assertThat(group(new long[] {100}, new int[] {36}, new int[] {25})).containsExactly(100);
    assertThat(group(new long[] {90}, new int[] {36}, new int[] {25})).containsExactly(100);
  }

  @Test
  void blocksAreCutToTheArray() {
    BlockGrid grid = BlockGrid.of(new long[] {5, 0}, new int[] {8, 8}, new int[] {100, 100});
    assertThat(grid.blockShape()).containsExactly(5, 1);
    assertThat(grid.groupShape()).containsExactly(5, 1);
  }

  @Test
  void groupsStaySmallWhereShardsAreHuge() {
    BlockGrid grid =
        BlockGrid.of(new long[] {100_000, 100_000}, new int[] {40_000, 40_000}, new int[] {1, 512});
    assertThat(grid.blockShape()).containsExactly(1, 512);
    assertThat(grid.groupShape()[1]).isEqualTo(40_448);
    assertThat((long) grid.groupShape()[0] * grid.groupShape()[1]).isLessThanOrEqualTo(1L << 25);
  }

  @Test
  void blocksLargerThanAGroupMayBeAreGroupsOfOne() {
    assertThat(
            group(new long[] {1 << 20, 1 << 20}, new int[] {64, 64}, new int[] {1 << 13, 1 << 13}))
        .containsExactly(1 << 13, 1 << 13);
  }

  @Test
  void blocksAlwaysDivideGroups() {
    Random random = new Random(20261130);
    for (int round = 0; round < 2000; round++) {
      int rank = random.nextInt(4);
      long[] sizes = new long[rank];
      int[] object = new int[rank];
      int[] block = new int[rank];
      for (int d = 0; d < rank; d++) {
        sizes[d] = random.nextInt(1 << random.nextInt(20));
        object[d] = 1 + random.nextInt(1 << random.nextInt(16));
        block[d] = 1 + random.nextInt(1 << random.nextInt(16));
      }
      BlockGrid grid = BlockGrid.of(sizes, object, block);
      for (int d = 0; d < rank; d++) {
        assertThat(grid.blockShape()[d]).isEqualTo((int) Math.max(1, Math.min(block[d], sizes[d])));
        assertThat(grid.groupShape()[d]).isPositive();
        assertThat(grid.groupShape()[d] % grid.blockShape()[d]).isZero();
      }
    }
  }
}
