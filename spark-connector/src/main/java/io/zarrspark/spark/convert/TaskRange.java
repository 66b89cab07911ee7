package io.zarrspark.spark.convert;

import java.io.Serializable;

/**
 * The units of one task.
 *
 * @param array number of the array in the pass
 * @param first its first unit
 * @param end the unit after its last
 */
record TaskRange(int array, long first, long end) implements Serializable {}
