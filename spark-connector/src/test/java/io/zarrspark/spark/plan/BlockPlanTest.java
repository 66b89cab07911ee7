package io.zarrspark.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.chunk.ChunkAxis;
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
  private record Case(BlockPlan plan, RandomAxis[] axes, TreeSet<String> blocks) {
    static Case of(Random random) {
      int rank = random.nextInt(4);
      int[] shape = new int[rank];
      RandomAxis[] axes = new RandomAxis[rank];
      IndexRanges[] ranges = new IndexRanges[rank];
      for (int d = 0; d < rank; d++) {
        shape[d] = 1 + random.nextInt(20);
        axes[d] = RandomAxis.of(random, shape[d], 6);
        ranges[d] = IndexRangesTest.ranges(IndexRangesTest.bits(random)).clip(0, shape[d]);
      }
      TreeSet<String> blocks = new TreeSet<>();
      int[] cell = new int[rank];
      do {
        boolean isWanted = true;
        int[] start = new int[rank];
        for (int d = 0; d < rank; d++) {
          isWanted &= ranges[d].contains(cell[d]);
          start[d] = blockStart(axes[d], cell[d]);
        }
        if (isWanted) {
          blocks.add(Arrays.toString(start));
        }
      } while (Shapes.next(cell, shape));
      BlockPlan plan = new BlockPlan(RandomAxis.objects(axes), RandomAxis.blocks(axes), ranges);
      return new Case(plan, axes, blocks);
    }

    /** Where the block of an index starts. */
    private static int blockStart(RandomAxis axis, int index) {
      int object = 0;
      while (axis.starts()[object + 1] <= index) {
        object++;
      }
      int block = 0;
      while (axis.end(object, block) <= index) {
        block++;
      }
      return axis.start(object, block);
    }

    /** Where blocks of an object start. */
    List<String> blocksOf(ObjectRead read, int from, int to) {
      int[] blocksIn = new int[axes.length];
      Arrays.setAll(blocksIn, d -> axes[d].blocksIn(read.object()[d]));
      assertThat(plan.blocksPerObject(read.object())).isEqualTo(blocksIn);
      List<String> found = new ArrayList<>();
      for (int number : Arrays.copyOfRange(read.blocks(), from, to)) {
        int[] inObject = Shapes.coordinates(number, blocksIn);
        int[] start = new int[axes.length];
        Arrays.setAll(start, d -> axes[d].start(read.object()[d], inObject[d]));
        found.add(Arrays.toString(start));
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
        new BlockPlan(
            ChunkAxis.regular(new int[] {1}),
            ChunkAxis.regular(new int[] {1}),
            new IndexRanges[] {IndexRanges.all(16)});
    assertThat(PartitionPacker.pack(plan, Sizes.of(plan, 4 << 20, 128 << 20, 4))).hasSize(4);
    assertThat(PartitionPacker.pack(plan, Sizes.of(plan, 1 << 20, 128 << 20, 8))).hasSize(4);
    assertThat(PartitionPacker.pack(plan, Sizes.of(plan, 1, 128 << 20, 8))).hasSize(1);
  }

  @Test
  void aBillionChunksCostArithmeticOnly() {
    IndexRanges[] ranges = {
      IndexRanges.all(1_000_000_000L), IndexRanges.all(1_000), IndexRanges.all(1_000)
    };
    ChunkAxis[] objects = ChunkAxis.regular(new int[] {1, 1000, 1000});
    ChunkAxis[] blocks = ChunkAxis.regular(new int[] {1, 100, 100});
    BlockPlan plan = new BlockPlan(objects, blocks, ranges);
    assertThat(plan.objectCount()).isEqualTo(1_000_000_000L);
    assertThat(plan.blockCount()).isEqualTo(100_000_000_000L);
    List<Piece> pieces = PartitionPacker.pack(plan, Sizes.of(plan, 40_000, 128 << 20, 2));
    assertThat(pieces).hasSizeLessThanOrEqualTo(200_001);
    assertThat(pieces.get(pieces.size() - 1).endObject()).isEqualTo(1_000_000_000L);
    ranges[0] = IndexRanges.of(500_000_000L, 500_000_024L);
    BlockPlan day = new BlockPlan(objects, blocks, ranges);
    assertThat(day.objectCount()).isEqualTo(24);
    assertThat(day.objectRead(23).object()).containsExactly(500_000_023L, 0, 0);
  }
}
