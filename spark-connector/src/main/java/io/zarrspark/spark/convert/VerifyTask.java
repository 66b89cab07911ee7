package io.zarrspark.spark.convert;

import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.spark.io.Stores;
import io.zarrspark.type.DataType;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/** Compares boxes of two arrays, on an executor. */
final class VerifyTask implements Function<TaskRange, Comparison> {
  private static final long serialVersionUID = 1L;

  private final String left;
  private final String right;
  private final List<String> paths;
  private final List<UnitGrid> units;
  private final double tolerance;
  private final Broadcast<SerializableConfiguration> configuration;
  private final ProgressCounters progress;

  /**
   * A function.
   *
   * @param left location of one store
   * @param right location of the other, whose blocks the units are made of
   * @param paths arrays by the number in a range
   * @param units the boxes of an array
   */
  VerifyTask(
      String left,
      String right,
      List<String> paths,
      List<UnitGrid> units,
      double tolerance,
      Broadcast<SerializableConfiguration> configuration,
      ProgressCounters progress) {
    this.left = left;
    this.right = right;
    this.paths = paths;
    this.units = units;
    this.tolerance = tolerance;
    this.configuration = configuration;
    this.progress = progress;
  }

  @Override
  public Comparison call(TaskRange range) throws IOException {
    Configuration conf = configuration.value().value();
    String path = paths.get(range.array());
    UnitGrid grid = units.get(range.array());
    ZarrArray a = ZarrArray.open(Stores.open(left, conf), path);
    ZarrArray b = ZarrArray.open(Stores.open(right, conf), path);
    Comparison sum = Comparison.NONE;
    try (BoxCells aCells = new BoxCells(a);
        BoxCells bCells = new BoxCells(b)) {
      for (long unit = range.first(); unit < range.end(); unit++) {
        if (TaskContext.get().isInterrupted()) {
          throw new InterruptedIOException("the task was stopped");
        }
        long before = aCells.readBytes() + bCells.readBytes();
        sum = sum.plus(compare(grid, unit, aCells, bCells, a.dataType(), b.dataType()));
        progress.add(grid.objectsOfUnit(), aCells.readBytes() + bCells.readBytes() - before, 0);
      }
    }
    return sum;
  }

  private Comparison compare(
      UnitGrid grid,
      long unit,
      BoxCells left,
      BoxCells right,
      DataType leftType,
      DataType rightType)
      throws IOException {
    long[] start = grid.position(unit);
    int[] extent = new int[start.length];
    for (int d = 0; d < start.length; d++) {
      start[d] *= grid.extent(d);
      extent[d] = (int) Math.min(grid.extent(d), grid.target().shape()[d] - start[d]);
    }
    ChunkData a = left.read(start, extent);
    ChunkData b = right.read(start, extent);
    CellComparison comparison = new CellComparison(leftType, rightType, tolerance);
    List<String> first = new ArrayList<>();
    long[] differing = new long[1];
    comparison.compare(
        a,
        b,
        index -> {
          if (differing[0]++ < Comparison.TOLD) {
            first.add(tell(index, start, extent, a, leftType, b, rightType));
          }
        });
    return new Comparison(a.length(), differing[0], comparison.maxDifference(), first);
  }

  private static String tell(
      int index,
      long[] start,
      int[] extent,
      ChunkData a,
      DataType leftType,
      ChunkData b,
      DataType rightType) {
    int[] inBox = Shapes.coordinates(index, extent);
    long[] cell = start.clone();
    for (int d = 0; d < cell.length; d++) {
      cell[d] += inBox[d];
    }
    String values =
        leftType instanceof NumberType leftNumber && rightType instanceof NumberType rightNumber
            ? ": " + a.scalar(leftNumber, index) + " and " + b.scalar(rightNumber, index)
            : " is not the same";
    return Arrays.toString(cell) + values;
  }
}
