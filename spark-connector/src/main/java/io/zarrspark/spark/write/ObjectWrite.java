package io.zarrspark.spark.write;

import java.util.Arrays;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Writes rows as objects: rows are clustered by the object they belong to, so that a task has all
 * cells of an object, and ordered by it, so that one is open at a time. Metadata is not touched.
 *
 * <p>Ordering by the coordinates too would cost four times as much; cells are put in place by index
 * instead.
 */
final class ObjectWrite implements RequiresDistributionAndOrdering, BatchWrite {
  /** Encoded rows of a task, after which adaptive execution begins another. */
  private static final long ADVISORY_PARTITION_BYTES = 32L << 20;

  private final WriteTarget target;
  private final Broadcast<WriteTarget> broadcast;
  private final Broadcast<SerializableConfiguration> configuration;
  private final String function;
  private final boolean isClustered;
  private volatile WrittenObjects written;

  /**
   * A write.
   *
   * @param function name of the {@link ObjectFunction}
   * @param isClustered whether the rows of an object are in one task already
   */
  ObjectWrite(
      WriteTarget target,
      Broadcast<WriteTarget> broadcast,
      Broadcast<SerializableConfiguration> configuration,
      String function,
      boolean isClustered) {
    this.target = target;
    this.broadcast = broadcast;
    this.configuration = configuration;
    this.function = function;
    // A block is a whole object.
    this.isClustered = isClustered || target.isOfBlocks();
  }

  @Override
  public String description() {
    // No backquotes: Spark parses it for some of its messages.
    return "zarr " + target.location();
  }

  @Override
  public Distribution requiredDistribution() {
    return isClustered
        ? Distributions.unspecified()
        : Distributions.clustered(new Expression[] {object()});
  }

  @Override
  public long advisoryPartitionSizeInBytes() {
    return isClustered ? 0 : ADVISORY_PARTITION_BYTES;
  }

  @Override
  public SortOrder[] requiredOrdering() {
    return isClustered
        ? new SortOrder[0]
        : new SortOrder[] {Expressions.sort(object(), SortDirection.ASCENDING)};
  }

  private Transform object() {
    // Not Expressions.column, which takes a dot in a name for that of a struct.
    return Expressions.apply(
        function,
        target.grid().dimensions().stream()
            .map(dimension -> FieldReference.column(dimension.name()))
            .toArray(Expression[]::new));
  }

  @Override
  public BatchWrite toBatch() {
    return this;
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return target.isOfBlocks()
        ? new BlockDataWriter.Factory(broadcast, configuration)
        : new ObjectDataWriter.Factory(broadcast, configuration);
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    long[] objects = new long[0];
    RowDigest digest = RowDigest.NONE;
    for (WriterCommitMessage message : messages) {
      if (message != null) {
        WrittenObjects part = (WrittenObjects) message;
        int end = objects.length;
        long[] more = part.objects().toArray();
        objects = Arrays.copyOf(objects, end + more.length);
        System.arraycopy(more, 0, objects, end, more.length);
        digest = digest.plus(part.digest());
      }
    }
    Arrays.sort(objects);
    for (int i = 1; i < objects.length; i++) {
      if (objects[i] == objects[i - 1]) {
        throw target.isOfBlocks()
            ? twice(target.grid(), objects[i])
            : notClustered(target.grid(), objects[i]);
      }
    }
    written = new WrittenObjects(SortedLongs.of(objects), digest);
  }

  static WriteException notClustered(WriteGrid grid, long object) {
    return new WriteException(
        "The rows are not clustered: those of chunk "
            + Arrays.toString(grid.position(object))
            + ", which begins at "
            + grid.cell(object, 0)
            + ", came in several pieces. Leave out the option clustered");
  }

  static WriteException twice(WriteGrid grid, long object) {
    return new WriteException(
        "Two rows are the block at " + grid.cell(object, 0) + ". Leave one of them out");
  }

  /** What was written, once it is. */
  WrittenObjects written() {
    return written;
  }

  /** Objects are keyed by place, and another attempt of the job writes the same ones. */
  @Override
  public void abort(WriterCommitMessage[] messages) {
    // Who has started this write knows what may be deleted.
  }
}
