package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.vector.BlockColumnVector;
import java.util.Arrays;

/** Fills the column of the number of the block, which is one for all rows of a box. */
final class BlockNumberReader {
  private final long[] grid;
  private final BlockPlan plan;
  private final BlockColumnVector vector;
  private long[] rows = new long[0];

  /**
   * A reader.
   *
   * @param grid number of blocks along each dimension
   */
  BlockNumberReader(long[] grid, BlockPlan plan, BlockColumnVector vector) {
    this.grid = grid;
    this.plan = plan;
    this.vector = vector;
  }

  /** Starts the rows of another box. */
  void start(BlockBox box, RowWindow window) {
    long number = 0;
    for (int d = 0; d < grid.length; d++) {
      number = number * grid[d] + plan.blockAxis(d).chunkOf(box.start()[d]);
    }
    if (rows.length < window.maxRows()) {
      rows = new long[window.maxRows()];
    }
    Arrays.fill(rows, number);
    // All batches of the box see the same rows: the vector is not moved.
    vector.bind(rows, 0, null);
  }
}
