package io.zarrspark.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ChunkAxisTest {
  private static ChunkAxis axis(List<Integer> extents) {
    ChunkAxis.Builder builder = new ChunkAxis.Builder();
    extents.forEach(extent -> builder.add(extent, 1));
    return builder.build();
  }

  @Property(tries = 1000, seed = "20261130")
  void chunksFollowEachOther(
      @ForAll @NotEmpty @Size(max = 30) List<@IntRange(min = 1, max = 4) Integer> extents) {
    ChunkAxis axis = axis(extents);
    int start = 0;
    for (int chunk = 0; chunk < extents.size(); chunk++) {
      assertThat(axis.start(chunk)).isEqualTo(start);
      assertThat(axis.extent(chunk)).isEqualTo(extents.get(chunk));
      for (int i = 0; i < extents.get(chunk); i++) {
        assertThat(axis.chunkOf(start + i)).isEqualTo(chunk);
      }
      start += extents.get(chunk);
    }
    int last = extents.get(extents.size() - 1);
    assertThat(axis.start(extents.size() + 2))
        .as("the last run goes on")
        .isEqualTo(start + 2 * last);
    assertThat(axis.chunkOf(start + 2 * last)).isEqualTo(extents.size() + 2);
    assertThat(axis.isRegular()).isEqualTo(extents.stream().distinct().count() == 1);
    assertThat(axis.largestExtent()).isEqualTo(extents.stream().max(Integer::compare).get());
  }

  @Test
  void whatIsHeldGrowsWithTheRuns() {
    ChunkAxis.Builder builder = new ChunkAxis.Builder();
    builder.add(1, 1L << 40);
    builder.add(2, 1L << 40);
    builder.add(2, 5);
    ChunkAxis axis = builder.build();
    assertThat(axis.runs()).isEqualTo(2);
    assertThat(axis.chunkOf((1L << 40) + 7)).isEqualTo((1L << 40) + 3);
    assertThat(axis.start((1L << 40) + 3)).isEqualTo((1L << 40) + 6);
  }

  @Test
  void axesAreEqualIfTheirChunksAre() {
    assertThat(axis(List.of(3, 3, 4))).isEqualTo(axis(List.of(3, 3, 4, 4))).hasToString("up to 4");
    assertThat(axis(List.of(3, 3, 4))).isNotEqualTo(axis(List.of(3, 4)));
    assertThat(axis(List.of(3, 3))).isEqualTo(ChunkAxis.regular(3)).hasToString("3");
    assertThat(axis(List.of(3, 3)).hashCode()).isEqualTo(ChunkAxis.regular(3).hashCode());
  }
}
