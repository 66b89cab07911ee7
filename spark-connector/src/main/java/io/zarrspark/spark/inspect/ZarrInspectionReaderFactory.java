package io.zarrspark.spark.inspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.zarrspark.ZarrArray;
import io.zarrspark.spark.inspect.InspectionTask.ArrayDocument;
import io.zarrspark.spark.io.Inspection;
import io.zarrspark.spark.io.Stores;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.util.SerializableConfiguration;

/** Makes the readers of an inspection, on the executors. */
final class ZarrInspectionReaderFactory implements PartitionReaderFactory {
  private static final long serialVersionUID = 1L;

  private final InspectionTask task;
  private final Broadcast<SerializableConfiguration> configuration;

  ZarrInspectionReaderFactory(
      InspectionTask task, Broadcast<SerializableConfiguration> configuration) {
    this.task = task;
    this.configuration = configuration;
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    try {
      Store store = Stores.open(task.location(), configuration.value().value());
      RowSource rows =
          task.inspection() == Inspection.ARRAYS
              ? new ArrayRows(store, StoredArrays.find(store, Optional.ofNullable(task.named())))
              : objects(store, (ZarrInspectionPartition) partition);
      return new ZarrInspectionReader(rows, InspectionSchema.of(task.inspection()), task.columns());
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private RowSource objects(Store store, ZarrInspectionPartition partition) {
    ArrayDocument array = task.arrays().get(partition.array());
    try {
      return new GridRows(
          ZarrArray.of(store, array.path(), Json.parse(array.document())),
          task.inspection(),
          InspectionSchema.needsObjects(task.columns()),
          partition.first(),
          partition.end());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("metadata written by the driver is not JSON", e);
    }
  }
}
