package io.zarrspark.spark.plan;

import io.zarrspark.chunk.ChunkAxis;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Which blocks of a grid are read: those that hold a cell of the wanted ranges in every dimension.
 *
 * <p>Nothing is listed. Objects with wanted blocks are numbered in C order, and all questions about
 * a number are answered by arithmetic on the ranges, so that a plan of a billion chunks costs no
 * more than one of ten.
 */
public final class BlockPlan implements Serializable {
  private static final long serialVersionUID = 1L;

  private final GridAxis[] axes;

  /**
   * A plan.
   *
   * @param objects where stored objects lie along each dimension
   * @param blocks where blocks lie, of which each object has some as a whole
   * @param ranges wanted indices per dimension, within the array
   */
  public BlockPlan(ChunkAxis[] objects, ChunkAxis[] blocks, IndexRanges[] ranges) {
    axes = new GridAxis[objects.length];
    for (int d = 0; d < axes.length; d++) {
      axes[d] = new GridAxis(objects[d], blocks[d], ranges[d]);
    }
  }

  public int rank() {
    return axes.length;
  }

  /** Wanted indices of a dimension. */
  public IndexRanges ranges(int dimension) {
    return axes[dimension].ranges();
  }

  /** Where objects lie along a dimension. */
  public ChunkAxis objectAxis(int dimension) {
    return axes[dimension].objectAxis();
  }

  /** Where blocks lie along a dimension. */
  public ChunkAxis blockAxis(int dimension) {
    return axes[dimension].blockAxis();
  }

  /** Blocks of an object along each dimension, wanted or not. */
  public int[] blocksPerObject(long[] object) {
    int[] blocks = new int[axes.length];
    for (int d = 0; d < blocks.length; d++) {
      blocks[d] = axes[d].blocksIn(object[d]);
    }
    return blocks;
  }

  /**
   * Place in the grid of blocks of a block of an object.
   *
   * @param inObject its place among the blocks of the object
   */
  public long[] block(long[] object, int[] inObject) {
    long[] block = new long[axes.length];
    for (int d = 0; d < block.length; d++) {
      block[d] = axes[d].firstBlock(object[d]) + inObject[d];
    }
    return block;
  }

  /** Cells of a wanted block, on average; saturated. */
  public long meanBlockCells() {
    long cells = 1;
    for (GridAxis axis : axes) {
      cells = saturatedProduct(cells, axis.meanBlockExtent());
    }
    return cells;
  }

  /** Number of wanted cells; saturated. */
  public long cellCount() {
    long count = 1;
    for (GridAxis axis : axes) {
      count = saturatedProduct(count, axis.ranges().count());
    }
    return count;
  }

  /** Number of objects with wanted blocks. */
  public long objectCount() {
    long count = 1;
    for (GridAxis axis : axes) {
      count = saturatedProduct(count, axis.objectCount());
    }
    return count;
  }

  /** Number of wanted blocks. */
  public long blockCount() {
    long count = 1;
    for (GridAxis axis : axes) {
      count = saturatedProduct(count, axis.blockCount());
    }
    return count;
  }

  /** The product of numbers that are not negative, or the largest long. */
  static long saturatedProduct(long a, long b) {
    return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
  }

  /** What is wanted of the object with an ordinal. */
  public ObjectRead objectRead(long ordinal) {
    long[] ordinals = ordinals(ordinal);
    long[] object = new long[axes.length];
    int[] blocks = {0};
    for (int d = 0; d < axes.length; d++) {
      object[d] = axes[d].object(ordinals[d]);
      blocks = product(blocks, axes[d].blocksIn(object[d]), axes[d].blocksWithin(object[d]));
    }
    return new ObjectRead(object, blocks);
  }

  private static int[] product(int[] outer, int innerSize, int[] inner) {
    int[] product = new int[outer.length * inner.length];
    int n = 0;
    for (int o : outer) {
      for (int i : inner) {
        product[n++] = o * innerSize + i;
      }
    }
    return product;
  }

  GridAxis axis(int dimension) {
    return axes[dimension];
  }

  /** The place of an object along each dimension, among those with wanted blocks. */
  long[] ordinals(long ordinal) {
    long[] ordinals = new long[axes.length];
    long rest = ordinal;
    for (int d = axes.length - 1; d >= 0; d--) {
      long count = axes[d].objectCount();
      ordinals[d] = rest % count;
      rest /= count;
    }
    return ordinals;
  }

  /** A plan of the same grid with other ranges. */
  public BlockPlan with(IndexRanges[] ranges) {
    ChunkAxis[] objects = new ChunkAxis[axes.length];
    Arrays.setAll(objects, this::objectAxis);
    return new BlockPlan(objects, blockAxes(), ranges);
  }

  ChunkAxis[] blockAxes() {
    ChunkAxis[] blocks = new ChunkAxis[axes.length];
    Arrays.setAll(blocks, this::blockAxis);
    return blocks;
  }

  /** Number of wanted blocks of the object with an ordinal. */
  long blocksOf(long ordinal) {
    long[] ordinals = ordinals(ordinal);
    long blocks = 1;
    for (int d = 0; d < axes.length; d++) {
      blocks *= axes[d].blocksOf(ordinals[d]);
    }
    return blocks;
  }

  /** Number of wanted blocks in all objects before an ordinal, which may be the count. */
  long blocksBefore(long ordinal) {
    if (ordinal == objectCount()) {
      return blockCount();
    }
    long[] ordinals = ordinals(ordinal);
    long before = 0;
    long outer = 1;
    for (int d = 0; d < axes.length; d++) {
      before += axes[d].blocksBefore(ordinals[d]) * outer * blocksBelow(d);
      outer *= axes[d].blocksOf(ordinals[d]);
    }
    return before;
  }

  /** The last ordinal before which at most so many blocks are wanted. */
  long lastOrdinalWithin(long blocks) {
    if (blocks >= blockCount()) {
      return objectCount();
    }
    long rest = blocks;
    long outer = 1;
    long ordinal = 0;
    for (int d = 0; d < axes.length; d++) {
      long unit = outer * blocksBelow(d);
      long axisOrdinal = axes[d].objectOfBlock(rest / unit);
      rest -= axes[d].blocksBefore(axisOrdinal) * unit;
      outer *= axes[d].blocksOf(axisOrdinal);
      ordinal = ordinal * axes[d].objectCount() + axisOrdinal;
    }
    return ordinal;
  }

  /** Wanted blocks per block of a dimension: the product over the faster dimensions. */
  private long blocksBelow(int dimension) {
    long blocks = 1;
    for (int d = dimension + 1; d < axes.length; d++) {
      blocks *= axes[d].blockCount();
    }
    return blocks;
  }
}
