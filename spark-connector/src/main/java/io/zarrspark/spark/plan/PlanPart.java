package io.zarrspark.spark.plan;

/**
 * The part of a plan around objects that follow each other: small, so that it can travel with a
 * partition.
 *
 * @param plan a plan with those objects and few others
 * @param firstObject ordinal there of the first of them
 */
public record PlanPart(BlockPlan plan, long firstObject) {

  /**
   * The part around some objects. Dimensions are narrowed from the slowest on, up to the first
   * along which the objects differ: the faster ones go round in between.
   */
  public static PlanPart of(BlockPlan plan, long firstObject, long endObject) {
    long[] first = plan.ordinals(firstObject);
    long[] last = plan.ordinals(endObject - 1);
    IndexRanges[] ranges = new IndexRanges[plan.rank()];
    boolean isNarrowed = true;
    for (int d = 0; d < ranges.length; d++) {
      GridAxis axis = plan.axis(d);
      ranges[d] = isNarrowed ? axis.rangesOf(first[d], last[d] + 1) : axis.ranges();
      boolean differs = first[d] != last[d];
      first[d] = isNarrowed ? 0 : first[d];
      isNarrowed &= !differs;
    }
    BlockPlan part = plan.with(ranges);
    long ordinal = 0;
    for (int d = 0; d < ranges.length; d++) {
      ordinal = ordinal * part.axis(d).objectCount() + first[d];
    }
    return new PlanPart(part, ordinal);
  }

  /** The blocks of one object as a plan whose objects are the blocks, in the same order. */
  static BlockPlan blocksOf(BlockPlan plan, long object) {
    BlockPlan part = of(plan, object, object + 1).plan;
    IndexRanges[] ranges = new IndexRanges[plan.rank()];
    for (int d = 0; d < ranges.length; d++) {
      ranges[d] = part.ranges(d);
    }
    return new BlockPlan(plan.blockAxes(), plan.blockAxes(), ranges);
  }
}
