package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.PartitionPacker.Piece;
import io.zarrspark.spark.schema.CellValues;
import io.zarrspark.spark.vector.ArrayVector;
import io.zarrspark.spark.vector.BlockColumnVector;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Reads the blocks of a partition, each a batch of one row, whose arrays are not copied. */
final class BlockRowsReader implements PartitionReader<ColumnarBatch> {
  private final ReadTask task;
  private final ReadCounts counts = new ReadCounts();
  private final ObjectQueue objects;
  private final List<Field> fields = new ArrayList<>();
  private final List<ArrayVector> variables = new ArrayList<>();
  private final ColumnarBatch batch;
  private ObjectQueue.Fetched object;
  private int nextBlock;

  /** A column that needs nothing but the place of a block. */
  private interface Field {
    void bind(BlockBox box);
  }

  BlockRowsReader(Store store, ReadTask task, Piece piece) {
    this.task = task;
    ColumnVector[] columns = new ColumnVector[task.columns().size()];
    for (int c = 0; c < columns.length; c++) {
      ReadColumn column = task.columns().get(c);
      if (column instanceof ReadColumn.Variable) {
        ArrayVector vector = new ArrayVector(column.sparkType());
        columns[c] = vector;
        variables.add(vector);
      } else if (column instanceof ReadColumn.Dimension dimension) {
        ArrayVector vector = new ArrayVector(column.sparkType());
        columns[c] = vector;
        fields.add(new BlockCoordinates(dimension, vector)::bind);
      } else {
        BlockColumnVector vector = BlockColumnVector.of(column.sparkType());
        columns[c] = vector;
        fields.add(extent(column, vector));
      }
    }
    batch = new ColumnarBatch(columns);
    objects = VariableReaders.open(store, task, piece, counts);
  }

  private static Field extent(ReadColumn column, BlockColumnVector vector) {
    if (column instanceof ReadColumn.BlockStart start) {
      return box -> vector.bind(new long[] {box.start()[start.dimension()]}, 0, null);
    }
    int dimension = ((ReadColumn.BlockSize) column).dimension();
    return box -> vector.bind(new int[] {box.shape()[dimension]}, 0, null);
  }

  @Override
  public boolean next() throws IOException {
    while (object == null || nextBlock == object.read().blocks().length) {
      // Dropped before the next is decoded, so that one at a time is in memory.
      object = null;
      object = objects.take();
      if (object == null) {
        return false;
      }
      nextBlock = 0;
    }
    if (task.columns().isEmpty()) {
      batch.setNumRows(object.read().blocks().length);
      nextBlock = object.read().blocks().length;
      return true;
    }
    BlockBox box = BlockBox.of(task.plan(), object.read(), nextBlock++);
    for (Field field : fields) {
      field.bind(box);
    }
    for (int v = 0; v < variables.size(); v++) {
      CellValues cells = object.variables()[v].cells(box);
      Primitives.bind(variables.get(v).elements(), cells);
      variables.get(v).setLength(box.cells());
    }
    batch.setNumRows(1);
    return true;
  }

  @Override
  public ColumnarBatch get() {
    return batch;
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return counts.values();
  }

  @Override
  public void close() {
    objects.close();
    batch.close();
  }
}
