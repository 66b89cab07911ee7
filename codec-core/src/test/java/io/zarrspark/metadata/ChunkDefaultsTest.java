package io.zarrspark.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ChunkDefaultsTest {

  @Property(tries = 3000, seed = "20261130")
  void chunksAreBoundedAndShardsAreMadeOfThem(
      @ForAll @Size(max = 6) @LongRange(min = 0, max = 1L << 40) long[] shape,
      @ForAll("sizes") int cellBytes) {
    ChunkDefaults defaults = ChunkDefaults.of(shape, cellBytes);
    int[] chunk = defaults.chunkShape();
    assertThat(chunk).hasSameSizeAs(shape);
    double cells = 1;
    boolean cut = false;
    for (int d = 0; d < shape.length; d++) {
      assertThat(chunk[d]).isBetween(1, (int) Math.max(1, Math.min(shape[d], 1 << 20)));
      cells *= chunk[d];
      cut |= chunk[d] < shape[d];
    }
    assertThat(cells).isLessThanOrEqualTo(1 << 20);
    assertThat(defaults.shardShape().isPresent()).isEqualTo(cut);
    if (cut) {
      int[] shard = defaults.shardShape().get();
      double bytes = cellBytes;
      for (int d = 0; d < shape.length; d++) {
        assertThat(shard[d] % chunk[d]).isZero();
        // Never a whole chunk beyond the array.
        assertThat(shard[d] - chunk[d]).isLessThan((int) Math.max(1, Math.min(shape[d], 1 << 30)));
        bytes *= shard[d];
      }
      assertThat(bytes).isLessThanOrEqualTo(1 << 28);
    }
    ChunkDefaults again = ChunkDefaults.of(shape, cellBytes);
    assertThat(again.chunkShape()).isEqualTo(chunk);
    assertThat(again.shardShape().map(Arrays::toString))
        .isEqualTo(defaults.shardShape().map(Arrays::toString));
  }

  @Provide
  Arbitrary<Integer> sizes() {
    return Arbitraries.of(1, 2, 4, 8, 32);
  }

  @Test
  void arraysAsTheyAreMet() {
    assertChunks(new long[] {}, 4, new int[] {}, null);
    assertChunks(new long[] {0, 10}, 4, new int[] {1, 10}, null);
    assertChunks(new long[] {1_000_000}, 8, new int[] {1_000_000}, null);
    assertChunks(new long[] {3_000_000}, 8, new int[] {1_000_000}, new int[] {3_000_000});
    // ERA5, a year, hourly, a quarter degree.
    assertChunks(
        new long[] {8760, 721, 1440}, 4, new int[] {418, 35, 69}, new int[] {1672, 140, 276});
    // An image of a satellite.
    assertChunks(new long[] {10980, 10980}, 2, new int[] {999, 999}, new int[] {10989, 10989});
  }

  private static void assertChunks(long[] shape, int cellBytes, int[] chunk, int[] shard) {
    ChunkDefaults defaults = ChunkDefaults.of(shape, cellBytes);
    assertThat(defaults.chunkShape()).isEqualTo(chunk);
    assertThat(defaults.shardShape().orElse(null)).isEqualTo(shard);
  }
}
