package io.zarrspark.spark.convert;

import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A table of Spark.
 *
 * @param place a path, or the name of a table in a catalog
 * @param format a format of Spark, such as {@code parquet}; null for a table in a catalog
 * @param options options of the format
 */
record TableSource(String place, String format, Map<String, String> options) {

  Dataset<Row> read(SparkSession session) {
    return format == null
        ? session.table(place)
        : session.read().format(format).options(options).load(place);
  }
}
