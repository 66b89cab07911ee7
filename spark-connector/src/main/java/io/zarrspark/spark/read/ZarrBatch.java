package io.zarrspark.spark.read;

import io.zarrspark.spark.io.RowLayout;
import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.KeyGrid.KeyedPiece;
import io.zarrspark.spark.plan.PartitionPacker;
import io.zarrspark.spark.plan.PartitionPacker.Piece;
import io.zarrspark.spark.plan.PlanPart;
import io.zarrspark.spark.plan.RowSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.util.SerializableConfiguration;

/** The partitions of a scan, and the factory of their readers. */
final class ZarrBatch implements Batch {
  private final ZarrScan scan;
  private final BlockPlan plan;

  /**
   * A batch.
   *
   * @param plan the scan's plan, or what a filter left of it
   */
  ZarrBatch(ZarrScan scan, BlockPlan plan) {
    this.scan = scan;
    this.plan = plan;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    SparkSession session = SparkSession.active();
    PartitionHosts hosts =
        PartitionHosts.of(scan.table(), plan, session.sparkContext().hadoopConfiguration());
    List<InputPartition> partitions = new ArrayList<>();
    Optional<ReportedKeys> keys = scan.keys();
    if (keys.isPresent()) {
      for (KeyedPiece keyed : keys.get().grid().pack(plan, scan.sizes(plan))) {
        ZarrInputPartition partition = partition(RowSlice.whole(keyed.piece()), hosts);
        partitions.add(new KeyedInputPartition(partition, keyed.key()));
      }
    } else if (scan.limit().isNone()) {
      PartitionPacker.pack(plan, scan.sizes(plan))
          .forEach(piece -> partitions.add(partition(RowSlice.whole(piece), hosts)));
    } else {
      RowSlice.of(plan, scan.limit().from(), scan.limit().to(), scan.sizes(plan))
          .forEach(slice -> partitions.add(partition(slice, hosts)));
    }
    return partitions.toArray(new InputPartition[0]);
  }

  private ZarrInputPartition partition(RowSlice slice, PartitionHosts hosts) {
    Piece piece = slice.piece();
    String[] near = hosts.hosts(plan, piece);
    if (plan == scan.plan()) {
      return new ZarrInputPartition(slice, null, near);
    }
    PlanPart part = PlanPart.of(plan, piece.firstObject(), piece.endObject());
    long moved = part.firstObject() - piece.firstObject();
    Piece inPart =
        new Piece(
            piece.firstObject() + moved,
            piece.endObject() + moved,
            piece.firstBlock(),
            piece.endBlock());
    return new ZarrInputPartition(
        new RowSlice(inPart, slice.skip(), slice.rows()), part.plan(), near);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new ZarrPartitionReaderFactory(RowLayout.CELLS, scan.task(), broadcastConfiguration());
  }

  /** The configuration, which may hold credentials, goes to the executors by broadcast only. */
  static Broadcast<SerializableConfiguration> broadcastConfiguration() {
    SparkSession session = SparkSession.active();
    Configuration configuration = session.sparkContext().hadoopConfiguration();
    return JavaSparkContext.fromSparkContext(session.sparkContext())
        .broadcast(new SerializableConfiguration(configuration));
  }

  /** Batches of equal scans are equal, which lets Spark reuse what it computed of one. */
  @Override
  public boolean equals(Object other) {
    return other == this
        || other instanceof ZarrBatch batch
            && scan.equals(batch.scan)
            && plan == scan.plan()
            && batch.plan == batch.scan.plan();
  }

  @Override
  public int hashCode() {
    return scan.hashCode();
  }
}
