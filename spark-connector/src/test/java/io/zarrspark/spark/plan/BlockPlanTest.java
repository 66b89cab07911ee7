package io.zarrspark.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.chunk.Shapes;
import io.zarrspark.spark.plan.PartitionPacker.Piece;
import io.zarrspark.spark.plan.PartitionPacker.Sizes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Plans list exactly the blocks with wanted cells, once each, however large the grid. */
class BlockPlanTest {

  /** A random grid, with the blocks of its wanted cells found cell by cell. */
  private record Case(
      BlockPlan plan, int[] shape, int[] object, int[] block, TreeSet<String> blocks) {
    static Case of(Random random) {
      int rank = random.nextInt(4);
      int[] shape = new int[rank];
      int[] block = new int[rank];
      int[] object = new int[rank];
      IndexRanges[] ranges = new IndexRanges[rank];
      for (int d = 0; d < rank; d++) {
        shape[d] = 1 + random.nextInt(20);
        block[d] = 1 + random.nextInt(6);
        object[d] = block[d] * (1 + random.nextInt(3));
        ranges[d] = IndexRangesTest.ranges(IndexRangesTest.bits(random)).clip(0, shape[d]);
      }
      TreeSet<String> blocks = new TreeSet<>();
      int[] cell = new int[rank];
      do {
        boolean isWanted = true;
        int[] position = new int[rank];
        for (int d = 0; d < rank; d++) {
          isWanted &= ranges[d].contains(cell[d]);
          position[d] = cell[d] / block[d];
        }
        if (isWanted) {
          blocks.add(Arrays.toString(position));
        }
      } while (Shapes.next(cell, shape));
      return new Case(new BlockPlan(object, block, ranges), shape, object, block, blocks);
    }

    List<String> blocksOf(ObjectRead read, int from, int to) {
      List<String> found = new ArrayList<>();
      for (int number : Arrays.copyOfRange(read.blocks(), from, to)) {
        int[] position = Shapes.coordinates(number, plan.blocksPerObject());
        for (int d = 0; d < position.length; d++) {
          position[d] += (int) (read.object()[d] * (object[d] / block[d]));
        }
        found.add(Arrays.toString(position));
      }
      return found;
    }
  }

  @Test
  void aPlanHasTheBlocksOfTheWantedCells() {
    Random random = new Random(1);
    for (int round = 0; round < 2_000; round++) {
      Case c = Case.of(random);
      List<String> planned = new ArrayList<>();
      for (long ordinal = 0; ordinal < c.plan.objectCount(); ordinal++) {
        assertThat(c.plan.blocksBefore(ordinal)).as("round %s", round).isEqualTo(planned.size());
        ObjectRead read = c.plan.objectRead(ordinal);
        assertThat(read.blocks()).hasSize((int) c.plan.blocksOf(ordinal)).isNotEmpty();
        planned.addAll(c.blocksOf(read, 0, read.blocks().length));
      }
      assertThat(planned).as("round %s", round).containsExactlyInAnyOrderElementsOf(c.blocks);
      assertThat(c.plan.blockCount()).isEqualTo(planned.size());
    }
  }

  @Test
  void theLastOrdinalWithinSomeBlocksIsTheLastThatFits() {
    Random random = new Random(2);
    for (int round = 0; round < 500; round++) {
      BlockPlan plan = Case.of(random).plan;
      for (long blocks = 0; blocks <= plan.blockCount() + 1; blocks++) {
        long expected = 0;
        while (expected < plan.objectCount() && plan.blocksBefore(expected + 1) <= blocks) {
          expected++;
        }
        assertThat(plan.lastOrdinalWithin(blocks)).as("round %s", round).isEqualTo(expected);
      }
    }
  }

  @Test
  void partitionsHoldEveryBlockOnceAndNoMoreThanTheyMay() {
    Random random = new Random(3);
    long megabyte = 1 << 20;
    for (int round = 0; round < 1_000; round++) {
      Case c = Case.of(random);
      int most = 1 + random.nextInt(12);
      List<String> packed = new ArrayList<>();
      for (Piece piece :
          PartitionPacker.pack(c.plan, Sizes.of(c.plan, megabyte, most * megabyte, 1))) {
        List<String> blocks = new ArrayList<>();
        for (long o = piece.firstObject(); o < piece.endObject(); o++) {
          ObjectRead read = c.plan.objectRead(o);
          boolean isPart = piece.isPartOfObject();
          blocks.addAll(
              c.blocksOf(
                  read,
                  isPart ? piece.firstBlock() : 0,
                  isPart ? piece.endBlock() : read.blocks().length));
          assertThat(isPart)
              .as("an object is cut only if it is too large")
              .isEqualTo(read.blocks().length > most);
        }
        assertThat(blocks).as("round %s", round).isNotEmpty().hasSizeLessThanOrEqualTo(most);
        packed.addAll(blocks);
      }
      assertThat(packed).as("round %s", round).containsExactlyInAnyOrderElementsOf(c.blocks);
    }
  }

  @Test
  void smallPlansAreSharedOutUnlessPartitionsBecomeTiny() {
    BlockPlan plan =
        new BlockPlan(new int[] {1}, new int[] {1}, new IndexRanges[] {IndexRanges.all(16)});
    assertThat(PartitionPacker.pack(plan, Sizes.of(plan, 4 << 20, 128 << 20, 4))).hasSize(4);
    assertThat(PartitionPacker.pack(plan, Sizes.of(plan, 1 << 20, 128 << 20, 8))).hasSize(4);
    assertThat(PartitionPacker.pack(plan, Sizes.of(plan, 1, 128 << 20, 8))).hasSize(1);
  }

  @Test
  void aBillionChunksCostArithmeticOnly() {
    IndexRanges[] ranges = {
      IndexRanges.all(1_000_000_000L), IndexRanges.all(1_000), IndexRanges.all(1_000)
    };
    BlockPlan plan = new BlockPlan(new int[] {1, 1000, 1000}, new int[] {1, 100, 100}, ranges);
    assertThat(plan.objectCount()).isEqualTo(1_000_000_000L);
    assertThat(plan.blockCount()).isEqualTo(100_000_000_000L);
    List<Piece> pieces = PartitionPacker.pack(plan, Sizes.of(plan, 40_000, 128 << 20, 2));
    assertThat(pieces).hasSizeLessThanOrEqualTo(200_001);
    assertThat(pieces.get(pieces.size() - 1).endObject()).isEqualTo(1_000_000_000L);
    ranges[0] = IndexRanges.of(500_000_000L, 500_000_024L);
    BlockPlan day = new BlockPlan(new int[] {1, 1000, 1000}, new int[] {1, 100, 100}, ranges);
    assertThat(day.objectCount()).isEqualTo(24);
    assertThat(day.objectRead(23).object()).containsExactly(500_000_023L, 0, 0);
  }
}
