package io.zarrspark.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.chunk.ChunkAxis;
import io.zarrspark.spark.plan.PartitionPacker.Sizes;
import io.zarrspark.spark.plan.RandomPlan.Row;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Slices hold the rows that are asked for, in the order of the plan, and no other blocks. */
class RowSliceTest {

  @Test
  void slicesAreTheRowsBetween() {
    Random random = new Random(1);
    for (int round = 0; round < 2_000; round++) {
      RandomPlan c = RandomPlan.of(random, 3);
      List<Row> all = c.rows();
      int from = random.nextInt(all.size() + 2);
      long to = random.nextInt(5) == 0 ? Long.MAX_VALUE : from + random.nextInt(all.size() + 2);
      Sizes sizes = new Sizes(1 + random.nextInt(5), 1 + random.nextInt(5));
      List<Row> expected = all.subList(Math.min(from, all.size()), (int) Math.min(to, all.size()));
      List<Row> sliced = new ArrayList<>();
      for (RowSlice slice : RowSlice.of(c.plan(), from, to, sizes)) {
        List<Row> rows = c.rows(slice.piece());
        int end = (int) Math.min(rows.size(), slice.skip() + Math.min(slice.rows(), rows.size()));
        List<Row> wanted = rows.subList(slice.skip(), end);
        assertThat(wanted).as("round %s", round).isNotEmpty();
        assertThat(blocks(rows)).as("round %s, blocks", round).isEqualTo(blocks(wanted));
        sliced.addAll(wanted);
      }
      assertThat(sliced).as("round %s", round).isEqualTo(expected);
    }
  }

  private static Set<List<Object>> blocks(List<Row> rows) {
    Set<List<Object>> blocks = new HashSet<>();
    rows.forEach(row -> blocks.add(List.of(row.object(), row.blockInObject())));
    return blocks;
  }

  @Test
  void rowsBeforeAnObjectAreCounted() {
    Random random = new Random(2);
    for (int round = 0; round < 500; round++) {
      RandomPlan c = RandomPlan.of(random, 3);
      PlannedRows rows = new PlannedRows(c.plan());
      long before = 0;
      for (long ordinal = 0; ordinal < c.plan().objectCount(); ordinal++) {
        assertThat(rows.before(ordinal)).as("round %s", round).isEqualTo(before);
        int own = c.rows(new PartitionPacker.Piece(ordinal, ordinal + 1, 0, -1)).size();
        for (long row = before; row < before + own; row++) {
          assertThat(rows.objectOf(row)).as("round %s", round).isEqualTo(ordinal);
        }
        before += own;
      }
      assertThat(rows.before(c.plan().objectCount())).isEqualTo(before).isEqualTo(rows.count());
    }
  }

  @Test
  void aLimitOfABillionChunksIsOneBlock() {
    BlockPlan plan =
        new BlockPlan(
            ChunkAxis.regular(new int[] {1, 1000, 1000}),
            ChunkAxis.regular(new int[] {1, 100, 100}),
            new IndexRanges[] {
              IndexRanges.all(1L << 40), IndexRanges.all(1_000_000), IndexRanges.all(1_000_000)
            });
    List<RowSlice> slices = RowSlice.of(plan, 0, 10, new Sizes(100, 100));
    assertThat(slices).containsExactly(new RowSlice(new PartitionPacker.Piece(0, 1, 0, 1), 0, 10));
    slices = RowSlice.of(plan, Integer.MAX_VALUE, Integer.MAX_VALUE + 1L, new Sizes(100, 100));
    // 2147 objects of 1000000 cells come before.
    assertThat(slices).hasSize(1);
    assertThat(slices.get(0).piece()).isEqualTo(new PartitionPacker.Piece(2147, 2148, 48, 49));
    assertThat(slices.get(0).skip()).isEqualTo(3_647);
  }

  @Test
  void aPartOfAPlanHasTheSameObjects() {
    Random random = new Random(3);
    for (int round = 0; round < 2_000; round++) {
      BlockPlan plan = RandomPlan.of(random, 4).plan();
      if (plan.objectCount() == 0) {
        continue;
      }
      long first = random.nextInt((int) plan.objectCount());
      long end = first + 1 + random.nextInt((int) (plan.objectCount() - first));
      PlanPart part = PlanPart.of(plan, first, end);
      for (long ordinal = first; ordinal < end; ordinal++) {
        ObjectRead expected = plan.objectRead(ordinal);
        ObjectRead actual = part.plan().objectRead(ordinal - first + part.firstObject());
        assertThat(actual.object()).as("round %s", round).isEqualTo(expected.object());
        assertThat(actual.blocks()).as("round %s", round).isEqualTo(expected.blocks());
      }
    }
  }
}
