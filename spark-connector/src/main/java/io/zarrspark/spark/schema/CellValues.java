package io.zarrspark.spark.schema;

import io.zarrspark.chunk.ChunkData;

/**
 * Values of a column, in the primitive array of its Spark type. Row {@code i} is element {@code
 * offset + i}.
 *
 * @param values the array
 * @param offset element of the first row
 * @param nulls per row, from 0, whether it is NULL; null if none is
 */
public record CellValues(ChunkData values, int offset, boolean[] nulls) {}
