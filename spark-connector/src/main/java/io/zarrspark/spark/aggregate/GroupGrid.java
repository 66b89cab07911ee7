package io.zarrspark.spark.aggregate;

import java.util.Arrays;

/**
 * The groups of a partition: one per combination of the indices of the dimensions grouped by, in C
 * order. They are told apart by index, not by coordinate: Spark merges those of equal coordinates.
 *
 * @param dimensions the dimensions grouped by
 * @param counts number of indices of each of them
 * @param steps per dimension of the table, distance between the groups of neighbouring indices; 0
 *     in dimensions not grouped by
 * @param size number of groups
 */
public record GroupGrid(int[] dimensions, int[] counts, int[] steps, int size) {

  /**
   * The groups within a box.
   *
   * @param dimensions the dimensions grouped by
   * @param shape number of indices of each dimension of the table
   */
  public static GroupGrid of(int[] dimensions, long[] shape) {
    int[] counts = new int[dimensions.length];
    int[] steps = new int[shape.length];
    int size = 1;
    for (int i = dimensions.length - 1; i >= 0; i--) {
      counts[i] = Math.toIntExact(shape[dimensions[i]]);
      steps[dimensions[i]] = size;
      size = Math.multiplyExact(size, counts[i]);
    }
    return new GroupGrid(dimensions, counts, steps, size);
  }

  /** The index that some groups have along the i-th of the dimensions. */
  public int[] indices(int i, int[] groups) {
    int[] indices = new int[groups.length];
    int step = steps[dimensions[i]];
    for (int g = 0; g < groups.length; g++) {
      indices[g] = groups[g] / step % counts[i];
    }
    return indices;
  }

  /**
   * The group of the first cell of a box.
   *
   * @param start its index along each dimension of the table
   */
  public int group(long[] start) {
    long group = 0;
    for (int dimension : dimensions) {
      group += start[dimension] * steps[dimension];
    }
    return Math.toIntExact(group);
  }

  @Override
  public String toString() {
    return "groups of " + Arrays.toString(dimensions) + " " + Arrays.toString(counts);
  }
}
