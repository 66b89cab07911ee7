package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.ObjectRead;
import io.zarrspark.spark.plan.PartitionPacker.Piece;
import io.zarrspark.store.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
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
        readers.add(VariableReader.of(store, variable, task, counts));
      }
    }
    return new ObjectQueue(
        reads(task.plan(), piece), readers, new BlockFilter(task.plan(), variables, counts));
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
