package io.zarrspark.spark.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Queries on 60 million cells as Zarr and as Parquet, both zstd: the time of Parquet by ours, so
 * that 2 is twice as fast. Parquet is read by Spark's own vectorised scan.
 */
final class ScanBench {
  private static final int ROUNDS = 5;

  private final SparkSession spark;
  private final Path folder;

  ScanBench(SparkSession spark, Path folder) {
    this.spark = spark;
    this.folder = folder;
  }

  void run() throws IOException {
    Path float32 = BenchStores.float32(folder);
    Path packed = BenchStores.packed(folder);
    Path half = BenchStores.halfAbsent(folder);
    String parquet = parquet(float32).toString();

    compare("scan.avg-float32.vs-parquet", "select avg(v) from t", zarr(float32), parquet(parquet));
    compare("scan.avg-packed.vs-parquet", "select avg(v) from t", zarr(packed), parquet(parquet));
    compare(
        "scan.groupby.vs-parquet",
        "select lat, avg(v) from t group by lat",
        zarr(float32),
        parquet(parquet));
    String box =
        String.format(
            Locale.ROOT,
            "select sum(v) from t where time >= timestamp'2000-01-06 00:00:00'"
                + " and time < timestamp'2000-01-11 00:00:00'"
                + " and lat >= %.2f and lat < %.2f and lon >= %.2f and lon < %.2f",
            -90 + 100 * 0.36,
            -90 + 275 * 0.36,
            100 * 0.72,
            275 * 0.72);
    compare("scan.box.vs-parquet", box, zarr(float32), parquet(parquet));
    String filter = "select count(*) from t where v > 250";
    compare("scan.filter-half-absent.vs-dense", filter, zarr(half), zarr(float32));
  }

  private void compare(String id, String query, Dataset<Row> ours, Dataset<Row> other)
      throws IOException {
    ours.createOrReplaceTempView("ours");
    other.createOrReplaceTempView("other");
    String onOurs = query.replace("from t", "from ours");
    String onOther = query.replace("from t", "from other");
    double[] seconds =
        Figures.fastest(
            ROUNDS,
            () -> spark.sql(onOurs).collectAsList(),
            () -> spark.sql(onOther).collectAsList());
    System.out.printf(Locale.ROOT, "%s: %.3f s, other %.3f s%n", id, seconds[0], seconds[1]);
    Figures.record(id, seconds[1] / seconds[0]);
  }

  private Dataset<Row> zarr(Path store) {
    return spark.read().format("zarr").load(store.toString());
  }

  private Dataset<Row> parquet(String path) {
    return spark.read().parquet(path);
  }

  private Path parquet(Path store) {
    Path parquet = folder.resolve("float32.parquet");
    if (!Files.exists(parquet.resolve("_SUCCESS"))) {
      zarr(store)
          .write()
          .mode("overwrite")
          .option("compression", "zstd")
          .parquet(parquet.toString());
    }
    return parquet;
  }
}
