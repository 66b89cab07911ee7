package io.zarrspark.spark.plan;

/**
 * What is wanted of one stored object.
 *
 * @param object its position in the grid of objects
 * @param blocks C-order numbers of the wanted blocks within it, ascending
 */
public record ObjectRead(long[] object, int[] blocks) {}
