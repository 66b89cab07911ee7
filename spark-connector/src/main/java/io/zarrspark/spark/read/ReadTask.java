package io.zarrspark.spark.read;

import io.zarrspark.spark.io.MissingChunks;
import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.schema.DecodingOptions;
import java.io.Serializable;
import java.util.List;

/**
 * What all partitions of a scan share; Spark sends it once per stage.
 *
 * @param location qualified path of the store
 * @param columns the wanted columns in order
 * @param decoding how elements become values
 * @param missingChunks what the cells of absent chunks are
 * @param batchRows most rows of a batch
 * @param plan which blocks of the leading grid are read
 */
record ReadTask(
    String location,
    List<ReadColumn> columns,
    DecodingOptions decoding,
    MissingChunks missingChunks,
    int batchRows,
    BlockPlan plan)
    implements Serializable {

  /** The same with another plan. */
  ReadTask with(BlockPlan other) {
    return new ReadTask(location, columns, decoding, missingChunks, batchRows, other);
  }
}
