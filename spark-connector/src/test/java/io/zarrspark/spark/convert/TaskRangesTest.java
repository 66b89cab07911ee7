package io.zarrspark.spark.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How units are shared out over tasks. */
class TaskRangesTest {

  private static UnitGrid units(long count, int cells) {
    GridShape grid =
        new GridShape(new long[] {count * cells}, new int[] {cells}, new int[] {cells}, 4);
    return new UnitGrid(grid, grid, new int[] {1});
  }

  @Test
  void aTaskHasRangesOfOneArrayThatFollowEachOther() {
    Random random = new Random(5);
    for (int round = 0; round < 200; round++) {
      List<UnitGrid> arrays = new ArrayList<>();
      for (int a = 0; a < 1 + random.nextInt(4); a++) {
        arrays.add(units(1 + random.nextInt(500), 1 << random.nextInt(27)));
      }
      int cores = 1 + random.nextInt(64);
      List<TaskRange> ranges = TaskRanges.of(arrays);
      List<List<TaskRange>> tasks = TaskRanges.together(ranges, arrays, cores);
      assertThat(tasks.stream().flatMap(List::stream).toList()).isEqualTo(ranges);
      for (List<TaskRange> task : tasks) {
        assertThat(task).allMatch(range -> range.array() == task.get(0).array());
        long units = task.stream().mapToLong(range -> range.end() - range.first()).sum();
        long bytes = units * arrays.get(task.get(0).array()).target().objectBytes();
        assertThat(task.size() == 1 || bytes <= 512L << 20).isTrue();
      }
      assertThat(tasks.size()).isGreaterThanOrEqualTo(Math.min(ranges.size(), 2 * cores));
    }
  }

  @Test
  void fewTasksForFewCores() {
    List<UnitGrid> arrays = List.of(units(64, 1 << 23));
    List<TaskRange> ranges = TaskRanges.of(arrays);
    assertThat(ranges).hasSize(32);
    assertThat(TaskRanges.together(ranges, arrays, 2)).hasSize(4);
    assertThat(TaskRanges.together(ranges, arrays, 100)).hasSize(32);
    // 5.3 times what a task has at most, of the same size for both cores.
    List<UnitGrid> more = List.of(units(172, 1 << 22));
    assertThat(TaskRanges.together(TaskRanges.of(more), more, 2))
        .hasSize(6)
        .allMatch(task -> task.size() >= 5);
  }
}
