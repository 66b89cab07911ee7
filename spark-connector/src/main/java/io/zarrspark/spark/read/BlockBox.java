package io.zarrspark.spark.read;

import io.zarrspark.chunk.ChunkAxis;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.chunk.StridedCopy;
import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.ObjectRead;

/**
 * The wanted cells of one block. In C order they are the rows that come of it.
 *
 * @param number place of the block among those of its object read
 * @param start index of its first cell along each dimension
 * @param runs the wanted cells along each dimension, from the start of the block
 * @param shape number of wanted cells along each dimension
 * @param cells number of wanted cells
 */
record BlockBox(int number, long[] start, AxisRuns[] runs, int[] shape, int cells) {

  static BlockBox of(BlockPlan plan, ObjectRead read, int number) {
    int[] blocksPerObject = plan.blocksPerObject(read.object());
    int[] inObject = Shapes.coordinates(read.blocks()[number], blocksPerObject);
    long[] block = plan.block(read.object(), inObject);
    long[] start = new long[block.length];
    AxisRuns[] runs = new AxisRuns[block.length];
    int[] shape = new int[block.length];
    for (int d = 0; d < start.length; d++) {
      ChunkAxis axis = plan.blockAxis(d);
      start[d] = axis.start(block[d]);
      runs[d] = AxisRuns.of(plan.ranges(d), start[d], start[d] + axis.extent(block[d]));
      shape[d] = runs[d].count();
    }
    return new BlockBox(number, start, runs, shape, Shapes.elements(shape));
  }

  /**
   * Where the wanted cells start in the elements of the block if they follow each other there, else
   * below 0.
   */
  int offsetIfDense(int[] blockShape) {
    int[] strides = Shapes.strides(blockShape);
    int offset = 0;
    boolean everySlowerIsSingle = true;
    for (int d = 0; d < shape.length; d++) {
      boolean isWhole = shape[d] == blockShape[d];
      if (runs[d].size() != 1 || !isWhole && !everySlowerIsSingle) {
        return -1;
      }
      offset += runs[d].starts()[0] * strides[d];
      everySlowerIsSingle &= shape[d] == 1;
    }
    return offset;
  }

  /**
   * Copies cells to their rows.
   *
   * @param from runs of the source along each dimension of the table
   * @param sourceStrides of the source along each dimension of the table; 0 where it does not vary
   * @param rows one element per row
   */
  void copy(ChunkData source, AxisRuns[] from, int[] sourceStrides, ChunkData rows) {
    int[] targetStrides = Shapes.strides(shape);
    int[] counts = new int[from.length];
    for (int d = 0; d < counts.length; d++) {
      counts[d] = from[d].size();
    }
    if (Shapes.isEmpty(counts)) {
      return;
    }
    int[] run = new int[from.length];
    int[] lengths = new int[from.length];
    do {
      int sourceOffset = 0;
      int targetOffset = 0;
      for (int d = 0; d < run.length; d++) {
        sourceOffset += from[d].starts()[run[d]] * sourceStrides[d];
        targetOffset += from[d].targets()[run[d]] * targetStrides[d];
        lengths[d] = from[d].lengths()[run[d]];
      }
      StridedCopy.copy(
          source, sourceOffset, sourceStrides, rows, targetOffset, targetStrides, lengths);
    } while (Shapes.next(run, counts));
  }
}
