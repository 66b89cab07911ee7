package io.zarrspark.spark.read;

import io.zarrspark.ZarrArray;
import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.ObjectRead;
import io.zarrspark.spark.plan.PartitionPacker.Piece;
import io.zarrspark.store.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The readers of a task's variables, in the order of its columns, and what they read. */
final class VariableReaders {
  private VariableReaders() {}

  /** The objects of a piece, each with its variables, fetched ahead. */
  static ObjectQueue open(Store store, ReadTask task, Piece piece, ReadCounts counts) {
    List<VariableReader> readers = new ArrayList<>();
    List<ReadColumn.Variable> variables = new ArrayList<>();
    for (ReadColumn column : task.columns()) {
      if (column instanceof ReadColumn.Variable variable) {
        variables.add(variable);
        readers.add(reader(store, task, variable, counts));
      }
    }
    return new ObjectQueue(
        reads(task.plan(), piece), readers, new BlockFilter(task.plan(), variables, counts));
  }

  private static VariableReader reader(
      Store store, ReadTask task, ReadColumn.Variable column, ReadCounts counts) {
    VariableArray variable = new VariableArray(store, column, task, counts);
    ZarrArray array = variable.array();
    BlockPlan plan = task.plan();
    boolean isAligned =
        column.axes().length == plan.rank()
            && IntStream.range(0, plan.rank()).allMatch(d -> column.axes()[d] == d)
            && Arrays.equals(array.blockShape(), plan.blockShape())
            && Arrays.equals(array.blocksPerObject(), plan.blocksPerObject());
    return isAligned
        ? new AlignedVariable(variable)
        : new RegionVariable(variable, column.axes(), plan);
  }

  private static Iterator<ObjectRead> reads(BlockPlan plan, Piece piece) {
    return LongStream.range(piece.firstObject(), piece.endObject())
        .mapToObj(ordinal -> read(plan, ordinal, piece))
        .iterator();
  }

  private static ObjectRead read(BlockPlan plan, long ordinal, Piece piece) {
    ObjectRead whole = plan.objectRead(ordinal);
    return piece.isPartOfObject()
        ? new ObjectRead(
            whole.object(),
            Arrays.copyOfRange(whole.blocks(), piece.firstBlock(), piece.endBlock()))
        : whole;
  }
}
