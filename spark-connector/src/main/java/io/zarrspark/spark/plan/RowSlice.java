package io.zarrspark.spark.plan;

import io.zarrspark.spark.plan.PartitionPacker.Piece;
import io.zarrspark.spark.plan.PartitionPacker.Sizes;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A piece of a plan of which only some rows are wanted.
 *
 * @param piece the objects, or blocks of one
 * @param skip rows to leave out; fewer than its first block has
 * @param rows most rows to read after those
 */
public record RowSlice(Piece piece, int skip, long rows) implements Serializable {

  /** All rows of a piece. */
  public static RowSlice whole(Piece piece) {
    return new RowSlice(piece, 0, Long.MAX_VALUE);
  }

  /**
   * The rows [from, to) of a plan, in its order, packed to partitions. Objects without any of them
   * are not read, nor are blocks of the first and the last object.
   *
   * <pre>
   *   objects   |  0  |  1  |  2  |  3  |  4  |
   *   rows            .  [-----------)  .          blocks of 1, all of 2, blocks of 3
   * </pre>
   */
  public static List<RowSlice> of(BlockPlan plan, long from, long to, Sizes sizes) {
    PlannedRows rows = new PlannedRows(plan);
    long end = Math.min(to, rows.count());
    List<RowSlice> slices = new ArrayList<>();
    if (from >= end) {
      return slices;
    }
    long first = rows.objectOf(from);
    long last = rows.objectOf(end - 1);
    boolean startsInside = from > rows.before(first);
    boolean endsInside = end < rows.before(last + 1);
    if (startsInside || endsInside && first == last) {
      slices.add(inObject(plan, first, from, Math.min(end, rows.before(first + 1))));
      first++;
    }
    long wholeEnd = endsInside ? last : last + 1;
    if (first < wholeEnd) {
      PartitionPacker.pack(plan, first, wholeEnd, sizes).forEach(piece -> slices.add(whole(piece)));
    }
    if (endsInside && first <= last) {
      slices.add(inObject(plan, last, rows.before(last), end));
    }
    return slices;
  }

  /** Rows [from, to) of the plan, all in one object: the blocks that hold them. */
  private static RowSlice inObject(BlockPlan plan, long object, long from, long to) {
    PlannedRows rows = new PlannedRows(PlanPart.blocksOf(plan, object));
    long before = new PlannedRows(plan).before(object);
    long firstBlock = rows.objectOf(from - before);
    long lastBlock = rows.objectOf(to - 1 - before);
    long skip = from - before - rows.before(firstBlock);
    return new RowSlice(
        new Piece(object, object + 1, (int) firstBlock, (int) lastBlock + 1),
        (int) skip,
        to - from);
  }
}
