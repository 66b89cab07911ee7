package io.zarrspark.spark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.spark.schema.CellValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;

/** Boxes longer and shorter than tiles, by any dimensions, against one cell at a time. */
class AggregatorTest {
  private static final int[][] SHAPES = {{3, 2500}, {2500, 3}, {1, 1024}, {5, 7, 11}, {2, 1, 1300}};
  private final Random random = new Random(11);

  @Test
  void floatsAreFoldedAsCellByCell() {
    for (int[] shape : SHAPES) {
      for (int subset = 0; subset < 1 << shape.length; subset++) {
        float[] values = new float[Shapes.elements(shape)];
        for (int i = 0; i < values.length; i++) {
          // Multiples of a half are added exactly in any order.
          values[i] = random.nextInt(50) == 0 ? Float.NaN : (random.nextInt(2000) - 1000) / 2f;
        }
        check(shape, subset, DataTypes.FloatType, new ChunkData.Floats(values));
      }
    }
  }

  @Test
  void integersAreFoldedAsCellByCell() {
    for (int[] shape : SHAPES) {
      for (int subset = 0; subset < 1 << shape.length; subset++) {
        short[] values = new short[Shapes.elements(shape)];
        for (int i = 0; i < values.length; i++) {
          values[i] = (short) random.nextInt();
        }
        check(shape, subset, DataTypes.ShortType, new ChunkData.Shorts(values));
      }
    }
  }

  private void check(int[] shape, int subset, DataType type, ChunkData values) {
    int cells = values.length();
    boolean[] nulls = null;
    if (random.nextBoolean()) {
      nulls = new boolean[cells];
      for (int i = 0; i < cells; i++) {
        nulls[i] = random.nextInt(3) == 0;
      }
    }
    int[] groupedBy = new int[Integer.bitCount(subset)];
    long[] longShape = new long[shape.length];
    for (int d = 0, n = 0; d < shape.length; d++) {
      longShape[d] = shape[d];
      if ((subset >> d & 1) != 0) {
        groupedBy[n++] = d;
      }
    }
    GroupGrid grid = GroupGrid.of(groupedBy, longShape);
    DataType sumType = type == DataTypes.FloatType ? DataTypes.DoubleType : DataTypes.LongType;
    Aggregator aggregator =
        new Aggregator(
            new PushedAggregation(
                List.of("v"),
                groupedBy.length,
                List.of(
                    new PushedAggregate(AggregateFunction.SUM, 0, sumType),
                    new PushedAggregate(AggregateFunction.MIN, 0, type),
                    new PushedAggregate(AggregateFunction.MAX, 0, type),
                    new PushedAggregate(AggregateFunction.COUNT, 0, DataTypes.LongType))),
            List.of(type),
            grid);
    FoldBox box = new FoldBox(longShape, 0, grid.steps());
    aggregator.foldRows(box);
    CellSource source = CellSource.of(new CellValues(values, 0, nulls), 0, Shapes.strides(shape));
    aggregator.fold(0, source, box);

    int[] groups = aggregator.groups();
    assertThat(groups).hasSize(grid.size());
    List<List<Double>> kept = kept(shape, grid, values, nulls);
    for (int g = 0; g < groups.length; g++) {
      List<Double> ofGroup = kept.get(g);
      assertThat(aggregator.results(3, groups).values().stored(g)).isEqualTo(ofGroup.size());
      for (int f = 0; f < 3; f++) {
        CellValues results = aggregator.results(f, groups);
        boolean isNull = results.nulls() != null && results.nulls()[g];
        assertThat(isNull).isEqualTo(ofGroup.isEmpty());
        if (!isNull) {
          assertThat(number(results.values(), g)).isEqualTo(expected(f, ofGroup));
        }
      }
    }
  }

  private static List<List<Double>> kept(
      int[] shape, GroupGrid grid, ChunkData values, boolean[] nulls) {
    List<List<Double>> kept = new ArrayList<>();
    for (int g = 0; g < grid.size(); g++) {
      kept.add(new ArrayList<>());
    }
    for (int i = 0; i < values.length(); i++) {
      int[] index = Shapes.coordinates(i, shape);
      int group = 0;
      for (int d = 0; d < shape.length; d++) {
        group += index[d] * grid.steps()[d];
      }
      if (nulls == null || !nulls[i]) {
        kept.get(group).add(number(values, i));
      }
    }
    return kept;
  }

  private static double number(ChunkData values, int i) {
    if (values instanceof ChunkData.Floats floats) {
      return floats.values()[i];
    }
    return values instanceof ChunkData.Doubles doubles ? doubles.values()[i] : values.stored(i);
  }

  /** Double.compare has NaN greatest too. */
  private static double expected(int function, List<Double> values) {
    return switch (function) {
      case 0 -> values.stream().reduce(0.0, Double::sum);
      case 1 -> values.stream().min(Double::compare).orElseThrow();
      default -> values.stream().max(Double::compare).orElseThrow();
    };
  }
}
