package io.zarrspark.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.chunk.ChunkAxis;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.spark.plan.PartitionPacker.Piece;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PieceBoxTest {

  /** Objects of 2 × 4 cells; wanted are rows 1 to 5 and columns 2, 3, 9, 10. */
  private static BlockPlan plan() {
    IndexRanges columns = IndexRanges.of(2, 4).union(IndexRanges.of(9, 11));
    return new BlockPlan(
        ChunkAxis.regular(new int[] {2, 4}),
        ChunkAxis.regular(new int[] {1, 2}),
        new IndexRanges[] {IndexRanges.of(1, 6), columns});
  }

  @Test
  void anObjectIsTheBoxOfItsWantedIndices() {
    PieceBox box = PieceBox.of(plan(), Piece.ofObjects(3, 4));
    assertThat(box.from()).containsExactly(1, 2);
    assertThat(box.counts()).containsExactly(2, 2);
  }

  @Test
  void objectsOfSeveralRowsSpanAllColumns() {
    PieceBox box = PieceBox.of(plan(), Piece.ofObjects(1, 3));
    assertThat(box.from()).containsExactly(0, 0);
    assertThat(box.counts()).containsExactly(3, 4);
    assertThat(box.combinations(new int[] {0, 1})).isEqualTo(12);
    assertThat(box.combinations(new int[0])).isEqualTo(1);
  }

  @Test
  void nothingIsAnEmptyBox() {
    assertThat(PieceBox.of(plan(), Piece.ofObjects(0, 0)).counts()).containsExactly(0, 0);
  }

  @Test
  void everyCellOfAPieceLiesInItsBox() {
    Random random = new Random(7);
    for (int round = 0; round < 300; round++) {
      int[] block = {1 + random.nextInt(3), 1 + random.nextInt(3), 1 + random.nextInt(3)};
      int[] object = new int[3];
      IndexRanges[] ranges = new IndexRanges[3];
      for (int d = 0; d < 3; d++) {
        object[d] = block[d] * (1 + random.nextInt(3));
        int gap = random.nextInt(6);
        int end = gap + 1 + random.nextInt(6);
        ranges[d] = IndexRanges.of(0, random.nextInt(4)).union(IndexRanges.of(gap, end));
      }
      BlockPlan plan = new BlockPlan(ChunkAxis.regular(object), ChunkAxis.regular(block), ranges);
      long first = random.nextInt((int) plan.objectCount());
      long end = first + 1 + random.nextInt((int) (plan.objectCount() - first));
      PieceBox box = PieceBox.of(plan, Piece.ofObjects(first, end));
      for (long ordinal = first; ordinal < end; ordinal++) {
        ObjectRead read = plan.objectRead(ordinal);
        for (int number : read.blocks()) {
          int[] perObject = plan.blocksPerObject(read.object());
          int[] within = Shapes.coordinates(number, perObject);
          for (int d = 0; d < 3; d++) {
            long start = (read.object()[d] * perObject[d] + within[d]) * block[d];
            long rank = ranges[d].rank(start);
            long rankOfEnd = ranges[d].rank(start + block[d]);
            assertThat(rank).as("round %d", round).isGreaterThanOrEqualTo(box.from()[d]);
            assertThat(rankOfEnd).isLessThanOrEqualTo(box.from()[d] + box.counts()[d]);
          }
        }
      }
    }
  }
}
