package io.zarrspark.spark.read;

import io.zarrspark.spark.io.Stores;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.SerializableConfiguration;

/** Makes the readers of an aggregated scan, on the executors. */
final class AggregateReaderFactory implements PartitionReaderFactory {
  private static final long serialVersionUID = 1L;

  private final AggregateTask task;
  private final Broadcast<SerializableConfiguration> configuration;

  AggregateReaderFactory(AggregateTask task, Broadcast<SerializableConfiguration> configuration) {
    this.task = task;
    this.configuration = configuration;
  }

  @Override
  public boolean supportColumnarReads(InputPartition partition) {
    return true;
  }

  @Override
  public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
    try {
      Store store = Stores.open(task.cells().location(), configuration.value().value());
      return new AggregateReader(store, task, ((ZarrInputPartition) partition).slice().piece());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    throw new UnsupportedOperationException("this source reads columnar batches");
  }
}
