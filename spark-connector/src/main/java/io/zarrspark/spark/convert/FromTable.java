package io.zarrspark.spark.convert;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Writes the rows of a table as a new store, through the writer of the source {@code zarr}.
 *
 * @param source the table
 * @param target location of the store
 * @param where a condition on the rows in SQL
 * @param select columns or expressions in SQL; empty for all
 * @param options options of the writer: {@code dims}, {@code chunks} and so on
 */
record FromTable(
    TableSource source,
    String target,
    Optional<String> where,
    List<String> select,
    Map<String, String> options) {

  /** Plans and, unless it is a dry run, writes. */
  ObjectNode run(SparkSession session, RunOptions run) {
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(session.sparkContext());
    String description = "from-table " + source.place() + " -> " + target;
    Dataset<Row> rows = source.read(session);
    if (where.isPresent()) {
      rows = rows.where(where.get());
    }
    if (!select.isEmpty()) {
      rows = rows.selectExpr(select.toArray(new String[0]));
    }
    Dataset<Row> written = rows;
    ObjectNode report = Json.nodes().objectNode().put("verb", "from-table");
    report.put("source", source.place()).put("target", target).put("dry_run", run.dryRun());
    run.console().println(description);
    run.console().print(written.schema().treeString());
    if (run.dryRun()) {
      return report;
    }
    long startedAt = System.nanoTime();
    SqlJob.run(
        spark,
        description,
        run.console(),
        () -> {
          written.write().format("zarr").options(options).save(target);
          return null;
        });
    double seconds = (System.nanoTime() - startedAt) / 1e9;
    run.console()
        .printf(Locale.ROOT, "from-table: %s is complete, in %s%n", target, Sizes.time(seconds));
    return report.put("seconds", seconds);
  }
}
