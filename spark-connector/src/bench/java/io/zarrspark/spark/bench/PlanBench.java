package io.zarrspark.spark.bench;

import io.zarrspark.spark.TestArray;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Opening and planning arrays of very many chunks; no chunk exists, and none is asked for. */
final class PlanBench {
  private PlanBench() {}

  static void run(Path folder) throws IOException {
    Path million = hourly(folder.resolve("plan-million.zarr"), 1_300_000);
    // Ten hours a chunk along time, 100 x 100 chunks of a plane: 10^9 chunks.
    Path billion = planes(folder.resolve("plan-billion.zarr"));
    SparkSession spark = BenchMain.session();
    try {
      // Classes are loaded and compiled by a store of another shape.
      partitions(spark, hourly(folder.resolve("plan-small.zarr"), 1_000), "true");
      record("plan.open-1300000-chunks", spark, million, "true");
      record(
          "plan.one-day-of-1e9-chunks",
          spark,
          billion,
          "time >= timestamp'2000-06-01' and time < timestamp'2000-06-02'");
    } finally {
      spark.stop();
    }
  }

  private static void record(String id, SparkSession spark, Path store, String where)
      throws IOException {
    double[] seconds = Figures.fastest(1, () -> partitions(spark, store, where));
    Figures.record(id + ".seconds", seconds[0]);
    System.gc();
    long before = used();
    int partitions = partitions(spark, store, where);
    double megabytes = (used() - before) / 1e6;
    System.out.printf(Locale.ROOT, "%s: %d partitions%n", id, partitions);
    Figures.record(id + ".allocated-megabytes", megabytes);
  }

  private static int partitions(SparkSession spark, Path store, String where) {
    Dataset<Row> table = spark.read().format("zarr").load(store.toString()).where(where);
    return table.select("v").javaRDD().getNumPartitions();
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static Path hourly(Path store, int hours) throws IOException {
    return group(store, TestArray.of("float32", hours, 180, 360).chunks(1, 180, 360), hours);
  }

  private static Path planes(Path store) throws IOException {
    return group(
        store, TestArray.of("float32", 1_000_000, 1000, 1000).chunks(10, 10, 10), 1_000_000);
  }

  private static Path group(Path store, TestArray variable, int hours) throws IOException {
    TestArray.of("int32", hours)
        .chunks(hours)
        .dims("time")
        .attributes("{\"units\":\"hours since 2000-01-01\"}")
        .write(store, "time", index -> index[0]);
    variable.dims("time", "lat", "lon").writeMetadata(store, "v");
    Files.writeString(
        store.resolve("zarr.json"),
        "{\"zarr_format\":3,\"node_type\":\"group\",\"attributes\":{}}",
        StandardCharsets.UTF_8);
    return store;
  }
}
