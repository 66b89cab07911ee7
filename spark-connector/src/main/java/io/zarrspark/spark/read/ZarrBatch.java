package io.zarrspark.spark.read;

import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.plan.PartitionPacker;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.util.SerializableConfiguration;

/** The partitions of a scan, and the factory of their readers. */
final class ZarrBatch implements Batch {
  private static final String SPARK_MAX_PARTITION_BYTES = "spark.sql.files.maxPartitionBytes";

  private final ZarrScan scan;
  private final ReadTask task;
  private final long bytesPerCell;
  private final ZarrOptions options;

  ZarrBatch(ZarrScan scan, long bytesPerCell, ZarrOptions options) {
    this.scan = scan;
    this.task = scan.task();
    this.bytesPerCell = bytesPerCell;
    this.options = options;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    SparkSession session = SparkSession.active();
    long bytesPerBlock = bytesPerCell;
    for (int extent : task.plan().blockShape()) {
      bytesPerBlock *= extent;
    }
    return PartitionPacker.pack(
            task.plan(),
            bytesPerBlock,
            options.maxPartitionBytes(session.conf().get(SPARK_MAX_PARTITION_BYTES)),
            session.sparkContext().defaultParallelism())
        .stream()
        .map(ZarrInputPartition::new)
        .toArray(InputPartition[]::new);
  }

  /** The configuration, which may hold credentials, goes to the executors by broadcast only. */
  @Override
  public PartitionReaderFactory createReaderFactory() {
    SparkSession session = SparkSession.active();
    Configuration configuration = session.sparkContext().hadoopConfiguration();
    return new ZarrPartitionReaderFactory(
        task,
        JavaSparkContext.fromSparkContext(session.sparkContext())
            .broadcast(new SerializableConfiguration(configuration)));
  }

  /** Batches of equal scans are equal, which lets Spark reuse what it computed of one. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ZarrBatch batch && scan.equals(batch.scan);
  }

  @Override
  public int hashCode() {
    return scan.hashCode();
  }
}
