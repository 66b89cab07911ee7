package io.zarrspark.spark.convert;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Tells what a store holds: arrays, their chunks, sizes, and how much is not stored. */
record Inspect(String source) {

  ObjectNode run(SparkSession session, RunOptions run) {
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(session.sparkContext());
    String description = "inspect " + source;
    List<Row> arrays =
        SqlJob.run(
            spark,
            description,
            run.console(),
            () ->
                table(session, "arrays")
                    .selectExpr(
                        "path",
                        "data_type",
                        "shape",
                        "chunk_shape",
                        "shard_shape",
                        "decoded_bytes",
                        "codecs",
                        "error",
                        "shards")
                    .collectAsList());
    Map<String, Row> sizes = new TreeMap<>();
    for (Row row :
        SqlJob.run(
            spark,
            description,
            run.console(),
            () ->
                table(session, "chunks")
                    .selectExpr("array", "present", "bytes")
                    .groupBy("array")
                    .agg(Map.of("bytes", "sum", "present", "count"))
                    .selectExpr("array", "`sum(bytes)` AS bytes", "`count(present)` AS objects")
                    .join(
                        table(session, "chunks").where("present").groupBy("array").count(), "array")
                    .collectAsList())) {
      sizes.put(row.getString(0), row);
    }
    ObjectNode report = Json.nodes().objectNode().put("verb", "inspect").put("source", source);
    ArrayNode list = report.putArray("arrays");
    for (Row array : arrays) {
      tell(array, sizes.get(array.getString(0)), run, list.addObject());
    }
    return report;
  }

  private Dataset<Row> table(SparkSession session, String inspection) {
    return session.read().format("zarr").option("inspect", inspection).load(source);
  }

  private static void tell(Row array, Row stored, RunOptions run, ObjectNode row) {
    String path = array.getString(0);
    row.put("path", path);
    String name = path.isEmpty() ? "the array" : path;
    if (!array.isNullAt(7)) {
      row.put("error", array.getString(7));
      run.console().println(name + ": " + array.getString(7));
      return;
    }
    row.put("data_type", array.getString(1));
    long decoded = array.isNullAt(5) ? 0 : array.getLong(5);
    long bytes = stored == null ? 0 : stored.getLong(1);
    long objects = stored == null ? 0 : stored.getLong(2);
    long present = stored == null ? 0 : stored.getLong(3);
    row.put("decoded_bytes", decoded).put("stored_bytes", bytes);
    row.put("objects", objects).put("objects_stored", present);
    row.put("codecs", array.getString(6));
    run.console()
        .printf(
            Locale.ROOT,
            "%s: %s %s, chunks %s%s; %s decoded, %s stored%s; %d of %d objects absent (%.0f %%)%n",
            name,
            array.getString(1),
            array.getList(2),
            shape(array, 3),
            array.isNullAt(8) ? "" : " in shards " + shape(array, 4),
            Sizes.bytes(decoded),
            Sizes.bytes(bytes),
            bytes == 0 ? "" : String.format(Locale.ROOT, " (%.1f : 1)", (double) decoded / bytes),
            objects - present,
            objects,
            objects == 0 ? 0 : 100.0 * (objects - present) / objects);
  }

  private static String shape(Row array, int column) {
    return array.isNullAt(column) ? "of different extents" : array.getList(column).toString();
  }
}
