package io.zarrspark.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.chunk.ChunkAxis;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Index ranges behave as the sets of bits they stand for. */
class IndexRangesTest {
  private static final int SIZE = 40;

  @Test
  void everyOperationAgreesWithBitSets() {
    Random random = new Random(17);
    for (int round = 0; round < 2_000; round++) {
      BitSet a = bits(random);
      BitSet b = bits(random);
      IndexRanges first = ranges(a);
      IndexRanges second = ranges(b);
      BitSet both = (BitSet) a.clone();
      both.and(b);
      BitSet any = (BitSet) a.clone();
      any.or(b);
      BitSet not = (BitSet) a.clone();
      not.flip(0, SIZE);
      int from = random.nextInt(SIZE);
      int to = from + random.nextInt(SIZE - from + 1);
      BitSet clipped = new BitSet();
      a.stream().filter(i -> i >= from && i < to).forEach(clipped::set);

      assertThat(first.intersect(second)).as("round %s", round).isEqualTo(ranges(both));
      assertThat(first.union(second)).as("round %s", round).isEqualTo(ranges(any));
      assertThat(first.complement(SIZE)).as("round %s", round).isEqualTo(ranges(not));
      assertThat(first.clip(from, to)).as("round %s", round).isEqualTo(ranges(clipped));
      assertThat(first.count()).isEqualTo(a.cardinality());
      for (int i = 0; i <= SIZE; i++) {
        assertThat(first.contains(i)).isEqualTo(a.get(i));
        assertThat(first.rank(i)).isEqualTo(a.get(0, i).cardinality());
      }
      int[] members = a.stream().toArray();
      for (int n = 0; n < members.length; n++) {
        assertThat(first.select(n)).isEqualTo(members[n]);
      }
    }
  }

  @Test
  void chunksAreThoseThatHoldAnIndex() {
    Random random = new Random(18);
    for (int round = 0; round < 500; round++) {
      BitSet bits = bits(random);
      int chunk = 1 + random.nextInt(9);
      BitSet chunks = new BitSet();
      bits.stream().forEach(i -> chunks.set(i / chunk));
      assertThat(ranges(bits).chunks(ChunkAxis.regular(chunk)))
          .as("round %s", round)
          .isEqualTo(ranges(chunks));
    }
  }

  @Test
  void fewRangesAreShown() {
    assertThat(IndexRanges.none()).hasToString("none");
    assertThat(IndexRanges.of(2, 5).union(IndexRanges.of(7, 8))).hasToString("[2,5),[7,8)");
    BitSet odd = new BitSet();
    for (int i = 1; i < 20; i += 2) {
      odd.set(i);
    }
    assertThat(ranges(odd)).hasToString("[1,2),[3,4),[5,6),[7,8),… 10 ranges");
  }

  static BitSet bits(Random random) {
    BitSet bits = new BitSet(SIZE);
    double density = random.nextDouble();
    for (int i = 0; i < SIZE; i++) {
      bits.set(i, random.nextDouble() < density);
    }
    return bits;
  }

  static IndexRanges ranges(BitSet bits) {
    IndexRanges.Builder builder = new IndexRanges.Builder();
    for (int i = bits.nextSetBit(0); i >= 0; i = bits.nextSetBit(i + 1)) {
      builder.add(i, i + 1);
    }
    return builder.build();
  }
}
