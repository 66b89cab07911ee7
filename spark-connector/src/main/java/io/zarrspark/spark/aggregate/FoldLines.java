package io.zarrspark.spark.aggregate;

import java.util.Arrays;

/**
 * A box of cells as lines, the last of its dimensions, after all that can be is multiplied out or
 * joined:
 *
 * <pre>
 *   box 10 × 250 × 250 (time, lat, lon)
 *   by lat            10 × 250 lines of 250 cells, each of one group
 *   by time           10 lines of 62500 cells, each of one group
 *   by lon            2500 lines of 250 cells, each of another group
 *   by lat, absent    1 line of 250 cells, each of another group, each standing for 2500
 * </pre>
 *
 * @param weight how many cells each stands for
 * @param lengths number of cells along each of the remaining dimensions
 * @param steps elements between neighbours
 * @param groupSteps groups between neighbours
 */
record FoldLines(long weight, int[] lengths, int[] steps, int[] groupSteps) {

  static FoldLines of(FoldBox box, int[] strides) {
    int rank = strides.length;
    long weight = 1;
    int[] lengths = new int[rank];
    int[] steps = new int[rank];
    int[] groupSteps = new int[rank];
    int n = 0;
    for (int d = 0; d < rank; d++) {
      long length = box.shape()[d];
      int groupStep = box.groupSteps()[d];
      if (length == 1) {
        continue;
      }
      if (strides[d] == 0 && groupStep == 0) {
        weight *= length;
        continue;
      }
      boolean joins =
          n > 0 && steps[n - 1] == strides[d] * length && groupSteps[n - 1] == groupStep * length;
      n = joins ? n : n + 1;
      lengths[n - 1] = Math.toIntExact(joins ? lengths[n - 1] * length : length);
      steps[n - 1] = strides[d];
      groupSteps[n - 1] = groupStep;
    }
    return new FoldLines(
        weight, Arrays.copyOf(lengths, n), Arrays.copyOf(steps, n), Arrays.copyOf(groupSteps, n));
  }

  int rank() {
    return lengths.length;
  }
}
