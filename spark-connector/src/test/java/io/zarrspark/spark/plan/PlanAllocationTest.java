package io.zarrspark.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.zarrspark.chunk.ChunkAxis;
import io.zarrspark.spark.plan.PartitionPacker.Piece;
import io.zarrspark.spark.plan.PartitionPacker.Sizes;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A plan of a billion chunks takes memory for its partitions, not for its chunks. */
class PlanAllocationTest {
  private static final Sizes SIZES = new Sizes(32, 32);

  private static long allocated(Runnable planning) {
    // Classes are loaded before the count.
    planning.run();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    planning.run();
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
  }

  /** 10^5 x 10^2 x 10^2 chunks, of which some along the first dimension. */
  private static BlockPlan billion(long from, long to) {
    ChunkAxis[] chunk = ChunkAxis.regular(new int[] {10, 10, 10});
    IndexRanges[] ranges = {
      IndexRanges.of(from, to), IndexRanges.all(1_000), IndexRanges.all(1_000)
    };
    return new BlockPlan(chunk, chunk, ranges);
  }

  @Test
  void aDayOfABillionChunks() {
    long bytes =
        allocated(
            () -> {
              BlockPlan day = billion(500_000, 500_024);
              assertThat(day.objectCount()).isEqualTo(30_000);
              List<Piece> pieces = PartitionPacker.pack(day, 0, day.objectCount(), SIZES);
              assertThat(pieces).hasSize(938);
            });
    assertThat(bytes).isLessThan(2_000_000);
  }

  @Test
  void aLimitOfABillionChunks() {
    long bytes =
        allocated(
            () -> {
              BlockPlan all = billion(0, 1_000_000);
              assertThat(all.objectCount()).isEqualTo(1_000_000_000L);
              assertThat(RowSlice.of(all, 1_999_999_990, 2_000_000_010, SIZES)).hasSize(2);
            });
    assertThat(bytes).isLessThan(200_000);
  }

  @Test
  void allOfABillionChunks() {
    long bytes =
        allocated(
            () -> {
              BlockPlan all = billion(0, 1_000_000);
              Sizes sizes = Sizes.of(all, 4_000, 128 << 20, 2);
              assertThat(PartitionPacker.pack(all, 0, all.objectCount(), sizes).size())
                  .isLessThan(200_001);
            });
    assertThat(bytes).isLessThan(100_000_000);
  }
}
