package io.zarrspark.spark.aggregate;

/**
 * A box of cells that is folded into groups.
 *
 * @param shape number of cells along each dimension of the table; none is 0
 * @param firstGroup group of its first cell
 * @param groupSteps distance between the groups of neighbours along each dimension
 */
public record FoldBox(long[] shape, int firstGroup, int[] groupSteps) {}
