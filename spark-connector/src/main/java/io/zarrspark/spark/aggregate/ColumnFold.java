package io.zarrspark.spark.aggregate;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.DataType;

/** All functions of one column: its cells are gone over once, tile by tile. */
final class ColumnFold {
  private final Tile tile;
  private final boolean isFloat;
  private final boolean isUnsigned;
  private final int groups;
  private final CountAccumulator counts;
  private final List<Accumulator> values = new ArrayList<>();

  ColumnFold(DataType type, int groups) {
    this.isFloat = type.typeName().equals("float") || type.typeName().equals("double");
    this.isUnsigned = type.typeName().startsWith("decimal");
    this.groups = groups;
    this.tile = new Tile(isFloat);
    this.counts = new CountAccumulator(groups);
  }

  /** The accumulator of a function. */
  Accumulator add(AggregateFunction function) {
    if (function == AggregateFunction.COUNT) {
      return counts;
    }
    Accumulator accumulator =
        isFloat
            ? new DoubleAccumulator(function, groups)
            : new LongAccumulator(function, groups, isUnsigned);
    values.add(accumulator);
    return accumulator;
  }

  CountAccumulator counts() {
    return counts;
  }

  /** Adds the cells of a box. */
  void fold(CellSource source, FoldBox box) {
    FoldLines lines = FoldLines.of(box, source.strides());
    int outer = lines.rank() - 1;
    if (outer < 0) {
      line(source, 0, 1, 0, box.firstGroup(), 0, lines.weight());
      return;
    }
    int[] lineCounts = Arrays.copyOf(lines.lengths(), outer);
    int[] at = new int[outer];
    do {
      int element = 0;
      int group = box.firstGroup();
      for (int d = 0; d < outer; d++) {
        element += at[d] * lines.steps()[d];
        group += at[d] * lines.groupSteps()[d];
      }
      line(
          source,
          element,
          lines.lengths()[outer],
          lines.steps()[outer],
          group,
          lines.groupSteps()[outer],
          lines.weight());
    } while (Shapes.next(at, lineCounts));
  }

  private void line(
      CellSource source, int first, int length, int step, int group, int groupStep, long weight) {
    for (int from = 0; from < length; from += Tile.SIZE) {
      tile.size = Math.min(Tile.SIZE, length - from);
      int element = first + from * step;
      if (groupStep == 0
          && step == 1
          && source.nulls() == null
          && source.values() instanceof ChunkData.Floats floats) {
        tile.refer(floats.values(), source.offset() + element, tile.size);
      } else if (!values.isEmpty()) {
        tile.load(source.values(), source.offset() + element, step, tile.size);
        if (isUnsigned) {
          tile.flipSigns();
        }
      }
      if (groupStep != 0) {
        tile.loadGroups(group + from * groupStep, groupStep);
      }
      if (source.nulls() != null) {
        tile.dropNulls(source.nulls(), source.nullOffset() + element, step);
      }
      if (groupStep == 0) {
        reduce(group, weight);
      } else {
        scatter(weight);
      }
    }
  }

  private void reduce(int group, long weight) {
    counts.reduce(tile, group, weight);
    for (int i = 0; i < values.size(); i++) {
      values.get(i).reduce(tile, group, weight);
    }
  }

  private void scatter(long weight) {
    counts.scatter(tile, weight);
    for (int i = 0; i < values.size(); i++) {
      values.get(i).scatter(tile, weight);
    }
  }
}
