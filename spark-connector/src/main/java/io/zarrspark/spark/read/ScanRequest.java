package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.plan.ValueCondition;
import io.zarrspark.spark.read.PushedRows.RowLimit;
import java.util.Map;
import org.apache.spark.sql.types.StructType;

/**
 * What of a table is scanned.
 *
 * @param ranges the wanted indices of each dimension
 * @param columns the wanted columns
 * @param conditions by variable, what its value must satisfy for Spark to keep a row
 * @param limit the wanted rows
 */
record ScanRequest(
    IndexRanges[] ranges,
    StructType columns,
    Map<String, ValueCondition> conditions,
    RowLimit limit) {}
