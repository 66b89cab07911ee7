package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.RowSlice;
import io.zarrspark.spark.schema.CellValues;
import io.zarrspark.spark.vector.BlockColumnVector;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Reads a partition: object by object, block by block, batch by batch. */
final class ZarrPartitionReader implements PartitionReader<ColumnarBatch> {
  private final ReadTask task;
  private final ReadCounts counts = new ReadCounts();
  private final ObjectQueue objects;
  private final List<DimensionReader> dimensions = new ArrayList<>();
  private final List<BlockNumberReader> blockNumbers = new ArrayList<>();
  private final List<BlockColumnVector> variables = new ArrayList<>();
  private final ColumnarBatch batch;
  private ObjectQueue.Fetched object;
  private int skip;
  private long rowsLeft;
  private int nextBlock;
  private RowWindow window;

  ZarrPartitionReader(Store store, ReadTask task, RowSlice slice) {
    this.task = task;
    this.skip = slice.skip();
    this.rowsLeft = slice.rows();
    ColumnVector[] columns = new ColumnVector[task.columns().size()];
    for (int c = 0; c < columns.length; c++) {
      ReadColumn column = task.columns().get(c);
      BlockColumnVector vector = BlockColumnVector.of(column.sparkType());
      columns[c] = vector;
      if (column instanceof ReadColumn.Dimension dimension) {
        dimensions.add(new DimensionReader(dimension, vector));
      } else if (column instanceof ReadColumn.BlockNumber number) {
        blockNumbers.add(new BlockNumberReader(number.grid(), task.plan(), vector));
      } else {
        variables.add(vector);
      }
    }
    batch = new ColumnarBatch(columns);
    objects = VariableReaders.open(store, task, slice.piece(), counts);
  }

  @Override
  public boolean next() throws IOException {
    while (window == null || !window.next()) {
      if (!nextBox()) {
        return false;
      }
    }
    for (DimensionReader dimension : dimensions) {
      dimension.moveTo(window);
    }
    for (BlockColumnVector variable : variables) {
      variable.moveTo(window.start());
    }
    batch.setNumRows(window.size());
    return true;
  }

  private boolean nextBox() throws IOException {
    if (rowsLeft == 0) {
      return false;
    }
    while (object == null || nextBlock == object.needed().length) {
      // Dropped before the next is decoded, so that one at a time is in memory.
      object = null;
      object = objects.take();
      if (object == null) {
        return false;
      }
      nextBlock = 0;
    }
    BlockBox box = BlockBox.of(task.plan(), object.read(), object.needed()[nextBlock++]);
    int end = (int) (rowsLeft < box.cells() - skip ? skip + rowsLeft : box.cells());
    window = new RowWindow(box.shape(), maxBatchRows(), skip, end);
    rowsLeft -= end - skip;
    skip = 0;
    for (DimensionReader dimension : dimensions) {
      dimension.start(box, window);
    }
    for (BlockNumberReader number : blockNumbers) {
      number.start(box, window);
    }
    for (int v = 0; v < variables.size(); v++) {
      CellValues cells = object.variables()[v].cells(box);
      Primitives.bind(variables.get(v), cells);
    }
    return true;
  }

  /** A batch without columns is but a number of rows. */
  private int maxBatchRows() {
    return task.columns().isEmpty() ? Integer.MAX_VALUE : task.batchRows();
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
