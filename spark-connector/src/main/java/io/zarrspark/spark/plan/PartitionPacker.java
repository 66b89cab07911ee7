package io.zarrspark.spark.plan;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Cuts a plan into partitions of about equal decoded size. */
public final class PartitionPacker {
  /** Spark's driver manages no more tasks than this in reason; partitions grow instead. */
  private static final long MAX_PARTITIONS = 200_000;

  /** Smaller partitions cost more to start than they save by running side by side. */
  private static final long MIN_BYTES = 4L << 20;

  private PartitionPacker() {}

  /**
   * Objects of a plan, by ordinal; or some blocks of one object.
   *
   * @param firstObject the first object
   * @param endObject the object after the last
   * @param firstBlock the first of the wanted blocks, counted within the one object
   * @param endBlock the block after the last; below 0 if all blocks of all objects are meant
   */
  public record Piece(long firstObject, long endObject, int firstBlock, int endBlock)
      implements Serializable {
    /** All wanted blocks of the objects [first, end). */
    public static Piece ofObjects(long first, long end) {
      return new Piece(first, end, 0, -1);
    }

    public boolean isPartOfObject() {
      return endBlock >= 0;
    }
  }

  /**
   * How large partitions are.
   *
   * @param target wanted blocks of a partition of several objects
   * @param largest wanted blocks beyond which an object is cut
   */
  public record Sizes(long target, long largest) {
    /**
     * The sizes for a plan.
     *
     * @param bytesPerBlock decoded bytes of the wanted columns in a block
     * @param maxBytes most decoded bytes of a partition
     * @param parallelism number of partitions worth having even if they are smaller
     */
    public static Sizes of(BlockPlan plan, long bytesPerBlock, long maxBytes, int parallelism) {
      long total = BlockPlan.saturatedProduct(plan.blockCount(), bytesPerBlock);
      long shared = Math.min(maxBytes, Math.max(MIN_BYTES, total / Math.max(1, parallelism)));
      return new Sizes(
          blocks(Math.max(shared, total / MAX_PARTITIONS), bytesPerBlock),
          blocks(Math.max(maxBytes, total / MAX_PARTITIONS), bytesPerBlock));
    }
  }

  /** Packs all objects of a plan. */
  public static List<Piece> pack(BlockPlan plan, Sizes sizes) {
    return pack(plan, 0, plan.objectCount(), sizes);
  }

  /**
   * Packs whole objects up to a size; an object is cut, along its blocks, only if it is larger than
   * {@code sizes.largest()} itself.
   *
   * @param first ordinal of the first object
   * @param endObject ordinal after the last
   */
  public static List<Piece> pack(BlockPlan plan, long first, long endObject, Sizes sizes) {
    if (plan.blockCount() == Long.MAX_VALUE) {
      throw new ArithmeticException("a plan of 2^63 blocks or more");
    }
    List<Piece> pieces = new ArrayList<>();
    long start = first;
    while (start < endObject) {
      long before = plan.blocksBefore(start);
      // Far beyond any plan if the sum overflows.
      long fitting = plan.lastOrdinalWithin(Math.max(before + sizes.target, sizes.target));
      long end = Math.min(fitting, endObject);
      if (end <= start) {
        end = start + 1;
        long blocks = plan.blocksOf(start);
        if (blocks > sizes.largest) {
          cut(start, (int) blocks, sizes.largest, pieces);
          start = end;
          continue;
        }
      }
      pieces.add(Piece.ofObjects(start, end));
      start = end;
    }
    return pieces;
  }

  private static long blocks(long bytes, long bytesPerBlock) {
    return Math.max(1, bytes / Math.max(1, bytesPerBlock));
  }

  private static void cut(long object, int blocks, long largest, List<Piece> pieces) {
    int count = (int) ((blocks + largest - 1) / largest);
    for (int i = 0; i < count; i++) {
      int first = (int) ((long) blocks * i / count);
      int end = (int) ((long) blocks * (i + 1) / count);
      pieces.add(new Piece(object, object + 1, first, end));
    }
  }
}
