package io.zarrspark.spark.convert;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Writes the table of a store in any format of Spark. Spark's commit makes all of it visible at
 * once, or nothing.
 *
 * @param source the store, with the options of reading
 * @param target where to, in which format, with its options
 * @param where a condition on the rows in SQL
 * @param select columns or expressions in SQL; empty for all
 * @param partitionBy columns to partition by, or {@code name=expression} for a new one
 * @param mode what an existing target means: {@code error}, {@code append} or {@code overwrite}
 */
record ToTable(
    TableSource source,
    TableSource target,
    Optional<String> where,
    List<String> select,
    List<String> partitionBy,
    String mode) {

  /** Plans and, unless it is a dry run, writes. */
  ObjectNode run(SparkSession session, RunOptions run) {
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(session.sparkContext());
    String description = "to-table " + source.place() + " -> " + target.place();
    Dataset<Row> rows = rows(session);
    ObjectNode report = Json.nodes().objectNode().put("verb", "to-table");
    report.put("source", source.place()).put("target", target.place());
    report.put("dry_run", run.dryRun());
    run.console().println(description);
    run.console().print(rows.schema().treeString());
    if (run.dryRun()) {
      int tasks =
          SqlJob.run(spark, description, run.console(), () -> rows.javaRDD().getNumPartitions());
      run.console().printf(Locale.ROOT, "%d tasks; rows are streamed, batch by batch%n", tasks);
      return report.put("tasks", tasks);
    }
    long startedAt = System.nanoTime();
    OptionalLong written = SqlJob.run(spark, description, run.console(), () -> write(rows, spark));
    double seconds = (System.nanoTime() - startedAt) / 1e9;
    long count =
        written.isPresent()
            ? written.getAsLong()
            : SqlJob.run(spark, description, run.console(), () -> rows(session).count());
    report.put("rows", count).put("seconds", seconds);
    run.console()
        .printf(
            Locale.ROOT,
            "to-table: %s is complete: %d rows in %s, %.1f million rows/s%n",
            target.place(),
            count,
            Sizes.time(seconds),
            count / seconds / 1e6);
    return report;
  }

  private Dataset<Row> rows(SparkSession session) {
    Dataset<Row> rows = source.read(session);
    if (where.isPresent()) {
      rows = rows.where(where.get());
    }
    if (!select.isEmpty()) {
      rows = rows.selectExpr(select.toArray(new String[0]));
    }
    for (Map.Entry<String, String> column : newColumns().entrySet()) {
      rows = rows.withColumn(column.getKey(), functions.expr(column.getValue()));
    }
    return rows;
  }

  private Map<String, String> newColumns() {
    return Pairs.parse(
        "--partition-by", partitionBy.stream().filter(text -> text.contains("=")).toList());
  }

  /** The number of rows, where it is known without another query. */
  private OptionalLong write(Dataset<Row> rows, JavaSparkContext spark) throws IOException {
    Optional<ParquetTable> parquet =
        partitionBy.isEmpty() ? ParquetTable.of(rows, target, spark) : Optional.empty();
    if (parquet.isPresent()) {
      return OptionalLong.of(parquet.get().write(mode));
    }
    writeRows(rows);
    return OptionalLong.empty();
  }

  private void writeRows(Dataset<Row> rows) {
    DataFrameWriter<Row> writer = rows.write().mode(mode).options(target.options());
    if (target.format() != null) {
      writer = writer.format(target.format());
    }
    String[] columns =
        partitionBy.stream()
            .map(text -> text.contains("=") ? text.substring(0, text.indexOf('=')) : text)
            .toArray(String[]::new);
    if (columns.length > 0) {
      writer = writer.partitionBy(columns);
    }
    if (target.format() == null) {
      writer.saveAsTable(target.place());
    } else {
      writer.save(target.place());
    }
  }
}
