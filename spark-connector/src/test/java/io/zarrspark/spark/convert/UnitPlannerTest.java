package io.zarrspark.spark.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The arithmetic of plans. */
class UnitPlannerTest {

  private static GridShape grid(long[] shape, int... chunk) {
    return new GridShape(shape, chunk, chunk, 4);
  }

  @Test
  void equalChunksAreReadOnceEach() {
    long[] shape = {1024, 1024, 1024};
    UnitGrid units =
        UnitPlanner.plan(grid(shape, 256, 256, 256), grid(shape, 256, 256, 256), 1L << 40);
    assertThat(units.objectsPerUnit()).containsExactly(1, 1, 1);
    assertThat(units.readAmplification()).isEqualTo(1);
    assertThat(units.units()).isEqualTo(64);
  }

  /**
   * Chunks of 3 become chunks of 2. A unit of one reads every other chunk twice, a unit of three
   * ends where chunks end.
   *
   * <pre>
   * source  |  0  |  1  |  2  |  3  |
   * target  | 0 | 1 | 2 | 3 | 4 | 5 |
   * units   |     0     |     1     |
   * </pre>
   */
  @Test
  void unitsEndWhereBlocksEndIfMemoryAllows() {
    long[] shape = {12};
    UnitGrid large = UnitPlanner.plan(grid(shape, 3), grid(shape, 2), 1000);
    assertThat(large.objectsPerUnit()).containsExactly(3);
    assertThat(large.readAmplification()).isEqualTo(1);
    UnitGrid small = UnitPlanner.plan(grid(shape, 3), grid(shape, 2), 45);
    assertThat(small.objectsPerUnit()).containsExactly(1);
    // Of 4 blocks, the boundaries at 2, 4, 8 and 10 cut, those at 6 do not.
    assertThat(small.readAmplification()).isEqualTo(2);
  }

  @Test
  void amplificationIsTheNumberOfBlocksThatUnitsReach() {
    Random random = new Random(11);
    for (int round = 0; round < 500; round++) {
      long extent = 1 + random.nextInt(200);
      int block = 1 + random.nextInt(30);
      int object = 1 + random.nextInt(30);
      int perUnit = 1 + random.nextInt(5);
      UnitGrid units =
          new UnitGrid(
              grid(new long[] {extent}, block),
              grid(new long[] {extent}, object),
              new int[] {perUnit});
      long reached = 0;
      for (long start = 0; start < extent; start += units.extent(0)) {
        long last = Math.min(extent, start + units.extent(0)) - 1;
        reached += last / block - start / block + 1;
      }
      assertThat(units.readAmplification())
          .as("%d cells, blocks of %d, %d objects of %d", extent, block, perUnit, object)
          .isCloseTo((double) reached / units.source().blocks(0), within(1e-12));
    }
  }

  @Test
  void plansStayWithinMemoryWheneverOneObjectFits() {
    Random random = new Random(12);
    for (int round = 0; round < 300; round++) {
      int rank = 1 + random.nextInt(4);
      long[] shape = new long[rank];
      int[] from = new int[rank];
      int[] to = new int[rank];
      for (int d = 0; d < rank; d++) {
        shape[d] = 1 + random.nextInt(5000);
        from[d] = 1 + random.nextInt(200);
        to[d] = 1 + random.nextInt(200);
      }
      long memory = 1L << (10 + random.nextInt(24));
      UnitGrid units = UnitPlanner.plan(grid(shape, from), grid(shape, to), memory);
      if (units.objectsOfUnit() > 1) {
        assertThat(units.peakBytes()).isLessThanOrEqualTo(memory);
      }
      assertThat(units.readAmplification())
          .isLessThanOrEqualTo(
              new UnitGrid(units.source(), units.target(), ones(rank)).readAmplification());
    }
  }

  private static int[] ones(int rank) {
    int[] ones = new int[rank];
    java.util.Arrays.fill(ones, 1);
    return ones;
  }

  /** 4 GB, a chunk per time step, to chunks of all times: the case that needs two passes. */
  @Test
  void timeChunksBecomeSpaceChunksThroughAnIntermediateArray() {
    long[] shape = {4096, 512, 512};
    GridShape time = grid(shape, 1, 512, 512);
    GridShape space = grid(shape, 4096, 16, 16);
    ArrayPasses passes = ArrayPasses.plan(time, space, 200L << 20, 4, 2);
    assertThat(passes.second()).isPresent();
    assertThat(passes.first().readAmplification()).isEqualTo(1);
    assertThat(passes.second().get().readAmplification()).isLessThan(1.5);
    assertThat(passes.first().peakBytes()).isLessThanOrEqualTo(200L << 20);
    assertThat(passes.second().get().peakBytes()).isLessThanOrEqualTo(200L << 20);
    assertThat(passes.why())
        .startsWith("one pass within the memory of a task would decode every block ");
    // With memory for all of it, one pass will do.
    assertThat(ArrayPasses.plan(time, space, 40L << 30, 4, 2).second()).isEmpty();
  }

  @Test
  void aPlanOfABillionChunksCostsWhatOneOfTenCosts() {
    long[] shape = {1L << 40, 1000};
    GridShape from = new GridShape(shape, new int[] {1000, 100}, new int[] {1000, 100}, 4);
    GridShape to = new GridShape(shape, new int[] {100, 1000}, new int[] {100, 1000}, 4);
    long before = System.nanoTime();
    UnitGrid units = ArrayPasses.plan(from, to, 1L << 30, 4, 2).first();
    assertThat(units.units()).isGreaterThan(1_000_000_000L);
    assertThat(TaskRanges.of(java.util.List.of(units)).size()).isLessThanOrEqualTo(100_001);
    assertThat(System.nanoTime() - before).isLessThan(5_000_000_000L);
  }
}
