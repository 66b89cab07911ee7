package io.zarrspark.spark.inspect;

import io.zarrspark.ZarrArray;
import io.zarrspark.spark.inspect.StoredArrays.Found;
import io.zarrspark.spark.io.Inspection;
import io.zarrspark.spark.io.Stores;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Reads a table about a store. Metadata is read by one task; objects are shared out over tasks by
 * arithmetic on their grid, since each costs a request.
 */
final class ZarrInspectionScan implements Scan, Batch {
  private static final long MOST_OBJECTS = 4096;
  private static final long FEWEST_OBJECTS = 16;
  private static final long MOST_PARTITIONS = 100_000;

  private final String location;
  private final Inspection inspection;
  private final Optional<List<String>> named;
  private final StructType columns;
  private List<Found> arrays;

  ZarrInspectionScan(
      String location, Inspection inspection, Optional<List<String>> named, StructType columns) {
    this.location = location;
    this.inspection = inspection;
    this.named = named;
    this.columns = columns;
  }

  @Override
  public StructType readSchema() {
    return columns;
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.UNSUPPORTED;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    if (inspection == Inspection.ARRAYS) {
      return new InputPartition[] {new ZarrInspectionPartition(0, 0, 0)};
    }
    List<InputPartition> partitions = new ArrayList<>();
    int parallelism = SparkSession.active().sparkContext().defaultParallelism();
    Store store = store();
    for (int a = 0; a < arrays().size(); a++) {
      ZarrArray array = StoredArrays.open(store, arrays().get(a));
      if (inspection == Inspection.SHARDS && array.pipeline().shardLayout().isEmpty()) {
        continue;
      }
      Long objects = GridRows.objects(array.objectGrid());
      if (objects == null) {
        throw new ArithmeticException(array.location() + " has 2^63 chunks or more");
      }
      long size = Math.max(FEWEST_OBJECTS, Math.min(MOST_OBJECTS, objects / parallelism));
      size = Math.max(size, objects / MOST_PARTITIONS);
      for (long first = 0; first < objects; first += size) {
        partitions.add(new ZarrInspectionPartition(a, first, Math.min(objects, first + size)));
      }
    }
    return partitions.toArray(new InputPartition[0]);
  }

  private List<Found> arrays() {
    if (arrays == null) {
      try {
        arrays = StoredArrays.readable(store(), named);
      } catch (IOException e) {
        throw new UncheckedIOException(e.getMessage(), e);
      }
    }
    return arrays;
  }

  private Store store() {
    try {
      return Stores.open(location, configuration());
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private static Configuration configuration() {
    return SparkSession.active().sparkContext().hadoopConfiguration();
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    List<InspectionTask.ArrayDocument> documents = new ArrayList<>();
    if (inspection != Inspection.ARRAYS) {
      for (Found array : arrays()) {
        documents.add(new InspectionTask.ArrayDocument(array.path(), Json.write(array.document())));
      }
    }
    return new ZarrInspectionReaderFactory(
        new InspectionTask(
            location, inspection, named.map(ArrayList::new).orElse(null), documents, columns),
        JavaSparkContext.fromSparkContext(SparkSession.active().sparkContext())
            .broadcast(new SerializableConfiguration(configuration())));
  }

  @Override
  public String description() {
    return "zarr " + inspection.name().toLowerCase(Locale.ROOT) + " of " + location;
  }
}
