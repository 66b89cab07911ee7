package io.zarrspark.spark.convert;

import java.util.Arrays;
import java.util.TreeSet;

/**
 * Chooses the units of a pass: the fewest target objects at once for the least repeated reading
 * that memory allows. Pure arithmetic.
 */
final class UnitPlanner {
  private final UnitGrid single;
  private final long memory;

  private UnitPlanner(GridShape source, GridShape target, long memory) {
    int[] one = new int[target.rank()];
    Arrays.fill(one, 1);
    this.single = new UnitGrid(source, target, one);
    this.memory = memory;
  }

  /**
   * The units of a pass.
   *
   * @param memory bytes that a task may hold; if not even a single object fits, units are single
   *     objects, and their {@link UnitGrid#peakBytes} says so
   */
  static UnitGrid plan(GridShape source, GridShape target, long memory) {
    return new UnitPlanner(source, target, memory).grow();
  }

  /** Enlarges the dimension that saves most reading for its memory, as long as one saves any. */
  private UnitGrid grow() {
    UnitGrid best = single;
    while (true) {
      UnitGrid next = best;
      double bestGain = 0;
      for (int d = 0; d < single.target().rank(); d++) {
        for (long objects : candidates(d)) {
          if (objects <= best.objectsPerUnit()[d]) {
            continue;
          }
          UnitGrid candidate = with(best, d, objects);
          if (candidate.peakBytes() > memory) {
            break;
          }
          double saved =
              best.amplification(d, best.objectsPerUnit()[d]) / best.amplification(d, objects);
          double gain = Math.log(saved) / Math.log((double) objects / best.objectsPerUnit()[d]);
          if (gain > bestGain) {
            bestGain = gain;
            next = candidate;
          }
        }
      }
      if (next == best) {
        return best;
      }
      best = next;
    }
  }

  /** Sizes worth trying, ascending: powers of two, multiples that end where blocks end, all. */
  private Iterable<Long> candidates(int dimension) {
    long all = single.target().objects(dimension);
    TreeSet<Long> sizes = new TreeSet<>();
    long object = single.target().objectShape()[dimension];
    long block = single.source().blockShape()[dimension];
    long aligned = block / UnitGrid.gcd(object, block);
    for (long power = 1; power <= all && power <= Integer.MAX_VALUE; power *= 2) {
      sizes.add(power);
      sizes.add(Math.min(all, GridShape.saturatedProduct(aligned, power)));
    }
    sizes.add(all);
    sizes.removeIf(size -> size > Integer.MAX_VALUE);
    return sizes;
  }

  private static UnitGrid with(UnitGrid units, int dimension, long objects) {
    int[] objectsPerUnit = units.objectsPerUnit().clone();
    objectsPerUnit[dimension] = (int) objects;
    return new UnitGrid(units.source(), units.target(), objectsPerUnit);
  }
}
