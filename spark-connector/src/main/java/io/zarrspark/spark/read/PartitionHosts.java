package io.zarrspark.spark.read;

import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.spark.io.BlockHosts;
import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.PartitionPacker.Piece;
import io.zarrspark.spark.schema.ArrayColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;

/** Where the first object of a partition is stored, if that is known at the price of a request. */
final class PartitionHosts {
  private static final String[] ANYWHERE = {};

  /** Beyond so many, asking would delay the query more than reading from afar does. */
  private static final int MAX_REQUESTS = 1_000;

  private final BlockHosts hosts;
  private final ArrayColumn variable;
  private final int[] axes;
  private int requests;

  private PartitionHosts(BlockHosts hosts, ArrayColumn variable, int[] axes) {
    this.hosts = hosts;
    this.variable = variable;
    this.axes = axes;
  }

  /** The hosts of the objects of the variable that a plan follows. */
  static PartitionHosts of(ScanTable table, BlockPlan plan, Configuration configuration) {
    try {
      Optional<BlockHosts> hosts = BlockHosts.of(table.location(), configuration);
      for (ArrayColumn variable : table.layout().variables()) {
        int[] axes = table.layout().axes(variable);
        if (hosts.isPresent() && isFollowed(variable, axes, plan)) {
          return new PartitionHosts(hosts.get(), variable, axes);
        }
      }
      return new PartitionHosts(null, null, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isFollowed(ArrayColumn variable, int[] axes, BlockPlan plan) {
    ChunkGrid objects = variable.array().objectGrid();
    boolean isFollowed = axes.length == plan.rank();
    for (int d = 0; d < axes.length && isFollowed; d++) {
      isFollowed = objects.axis(d).equals(plan.objectAxis(axes[d]));
    }
    return isFollowed;
  }

  String[] hosts(BlockPlan plan, Piece piece) {
    if (hosts == null || requests == MAX_REQUESTS) {
      return ANYWHERE;
    }
    requests++;
    long[] inTable = plan.objectRead(piece.firstObject()).object();
    long[] object = IntStream.of(axes).mapToLong(axis -> inTable[axis]).toArray();
    try {
      return hosts.hosts(variable.array().objectKey(object));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
