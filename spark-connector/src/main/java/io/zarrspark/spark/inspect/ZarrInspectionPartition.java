package io.zarrspark.spark.inspect;

import org.apache.spark.sql.connector.read.InputPartition;

/**
 * Some consecutive objects of the grid of an array; of the table of arrays there is one partition.
 *
 * @param array place of the array in the task
 * @param first C-order number of the first object
 * @param end number of the object after the last
 */
record ZarrInspectionPartition(int array, long first, long end) implements InputPartition {}
