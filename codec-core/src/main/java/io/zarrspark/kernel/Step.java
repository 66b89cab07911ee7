package io.zarrspark.kernel;

/** One loop over a tile. Modes are chosen when a step is made, never per element. */
interface Step {
  /**
   * Computes the first {@code n} elements in place, all of them, whatever fails.
   *
   * @return whether some element has no result
   */
  boolean run(Tile tile, int n);
}
