package io.zarrspark.spark.read;

import io.zarrspark.spark.aggregate.Aggregator;
import io.zarrspark.spark.aggregate.PushedAggregate;
import io.zarrspark.spark.plan.PartitionPacker.Piece;
import io.zarrspark.spark.schema.CellValues;
import io.zarrspark.spark.vector.BlockColumnVector;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Answers for a partition with its groups: all is read when the first batch is asked for, then the
 * results, which are columns already, are given out in batches.
 */
final class AggregateReader implements PartitionReader<ColumnarBatch> {
  private final AggregateTask task;
  private final ReadCounts counts = new ReadCounts();
  private final PartitionFold fold;
  private final ObjectQueue objects;
  private List<BlockColumnVector> vectors;
  private ColumnarBatch batch;
  private int rows;
  private int nextRow;

  AggregateReader(Store store, AggregateTask task, Piece piece) {
    this.task = task;
    this.fold = new PartitionFold(task, piece, counts);
    this.objects = VariableReaders.open(store, task.cells(), piece, counts);
  }

  @Override
  public boolean next() throws IOException {
    if (batch == null) {
      fold();
      bindResults();
    }
    if (nextRow == rows) {
      return false;
    }
    int size = Math.min(task.cells().batchRows(), rows - nextRow);
    for (BlockColumnVector vector : vectors) {
      vector.moveTo(nextRow);
    }
    batch.setNumRows(size);
    nextRow += size;
    return true;
  }

  private void fold() throws IOException {
    if (task.isOfDimensions()) {
      fold.foldAll();
      return;
    }
    ObjectQueue.Fetched object = objects.take();
    while (object != null) {
      for (int number : object.needed()) {
        fold.fold(BlockBox.of(task.cells().plan(), object.read(), number), object.variables());
      }
      object = objects.take();
    }
  }

  private void bindResults() {
    Aggregator aggregator = fold.aggregator();
    int[] groups = aggregator.groups();
    rows = groups.length;
    vectors = new ArrayList<>();
    if (rows == 0) {
      // The driver sends no coordinates of dimensions of which nothing is wanted.
      batch = new ColumnarBatch(new ColumnVector[0]);
      return;
    }
    for (int i = 0; i < task.aggregation().groupColumns(); i++) {
      DataType type = task.cells().columns().get(i).sparkType();
      int[] indices = aggregator.grid().indices(i, groups);
      bind(type, WantedCoordinates.select(fold.coordinates(i), indices));
    }
    List<PushedAggregate> aggregates = task.aggregation().aggregates();
    for (int i = 0; i < aggregates.size(); i++) {
      bind(aggregates.get(i).type(), aggregator.results(i, groups));
    }
    batch = new ColumnarBatch(vectors.toArray(new ColumnVector[0]));
  }

  private void bind(DataType type, CellValues values) {
    BlockColumnVector vector = BlockColumnVector.of(type);
    vector.bind(values.values().array(), values.offset(), values.nulls());
    vectors.add(vector);
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
    if (batch != null) {
      batch.close();
    }
  }
}
