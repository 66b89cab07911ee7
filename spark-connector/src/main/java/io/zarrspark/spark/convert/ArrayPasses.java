package io.zarrspark.spark.convert;

import java.util.Optional;

/**
 * How one array gets from its old chunks into the new: in one pass, or in two with an intermediate
 * array between them, as the rechunker of Pangeo does it.
 *
 * @param first reads the source
 * @param second reads the intermediate array, if there is one
 * @param why why there are two passes, or one that reads much more often than once
 */
record ArrayPasses(UnitGrid first, Optional<UnitGrid> second, String why) {
  /**
   * Reading a block costs about one unit of work, writing one two, so a second pass costs three
   * more: one pass may decode each block up to four times before two passes are faster.
   */
  static final double DEFAULT_MOST_READS = 4;

  /** Work of encoding all blocks, where decoding them is one. */
  private static final double WRITING = 2;

  /** So little is not worth spreading. */
  private static final long LITTLE_BYTES = 64L << 20;

  /**
   * Plans one array.
   *
   * @param source the array that is read
   * @param target the array that is written
   * @param memory bytes that a task may hold
   * @param mostReads how often blocks may be decoded, on average, before two passes are preferred
   * @param tasks tasks that run at a time
   */
  static ArrayPasses plan(
      GridShape source, GridShape target, long memory, double mostReads, int tasks) {
    UnitGrid direct = direct(source, target, memory, mostReads, tasks);
    if (direct.readAmplification() <= mostReads || direct.peakBytes() > memory) {
      return new ArrayPasses(direct, Optional.empty(), "");
    }
    GridShape between = intermediate(direct, memory);
    UnitGrid first = UnitPlanner.plan(source, between, memory);
    UnitGrid second = UnitPlanner.plan(between, target, memory);
    double direct1 = direct.readAmplification();
    double split = first.readAmplification() + second.readAmplification();
    if (split + 2 >= direct1 || first.peakBytes() > memory || second.peakBytes() > memory) {
      return new ArrayPasses(
          direct,
          Optional.empty(),
          String.format(
              java.util.Locale.ROOT,
              "every block is decoded %.1f times, which an intermediate array would not better;"
                  + " more memory per task would",
              direct1));
    }
    return new ArrayPasses(
        first,
        Optional.of(second),
        String.format(
            java.util.Locale.ROOT,
            "one pass within the memory of a task would decode every block %.1f times",
            direct1));
  }

  /** The fastest single pass: large units save reading, small ones give all tasks some. */
  private static UnitGrid direct(
      GridShape source, GridShape target, long memory, double mostReads, int tasks) {
    UnitGrid best = UnitPlanner.plan(source, target, memory);
    double mostUsed = Math.max(mostReads, best.readAmplification());
    long share = source.bytes() / tasks;
    // A unit's share of the cells, and what is read beside.
    for (long bytes : new long[] {share + share / 4, share / 2}) {
      UnitGrid units =
          UnitPlanner.plan(source, target, Math.min(memory, Math.max(LITTLE_BYTES, bytes)));
      if (units.peakBytes() <= memory
          && units.readAmplification() <= mostUsed
          && time(units, tasks) <= time(best, tasks)) {
        best = units;
      }
    }
    return best;
  }

  /** Rounds of tasks by the work of a unit, as a share of decoding all blocks once. */
  private static double time(UnitGrid units, int tasks) {
    double rounds = GridShape.ceilDiv(units.units(), tasks);
    return rounds / units.units() * (units.readAmplification() + WRITING);
  }

  /**
   * Chunks that both passes can handle whole: no longer, along any dimension, than what the first
   * can read at once nor than what the second can write at once.
   */
  private static GridShape intermediate(UnitGrid direct, long memory) {
    GridShape source = direct.source();
    GridShape target = direct.target();
    int rank = target.rank();
    int[] read = source.blockShape().clone();
    boolean grew = true;
    while (grew) {
      grew = false;
      for (int d = 0; d < rank; d++) {
        long wanted = Math.min(direct.extent(d), 2L * read[d]);
        if (read[d] < wanted) {
          int[] larger = read.clone();
          larger[d] = (int) wanted;
          // Half of the memory: what is read is held as chunks to be written.
          if (GridShape.saturatedProduct(GridShape.product(larger), target.cellBytes())
              <= memory / 2) {
            read = larger;
            grew = true;
          }
        }
      }
    }
    int[] chunk = new int[rank];
    for (int d = 0; d < rank; d++) {
      chunk[d] =
          (int) Math.max(1, Math.min(Math.min(read[d], direct.extent(d)), target.shape()[d]));
    }
    return new GridShape(target.shape(), chunk, chunk, source.cellBytes());
  }
}
