package io.zarrspark.spark.bench;

import io.zarrspark.spark.RecordingFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Queries on 240 million cells as Zarr and as Parquet, both zstd: the time of Parquet by ours, so
 * that 2 is twice as fast. Parquet is read by Spark's own vectorised scan.
 */
final class ScanBench {
  /** The virtual machine still compiles Spark's planning in the tenth query, on both sides. */
  private static final int ROUNDS = 12;

  private static final int ROUNDS_OF_SHORT = 40;

  /** A hundredth of the cells: the same part of each dimension, cut anywhere. */
  private static final int[] BOX_FROM = {350, 150, 250};

  private static final int[] BOX_TO = {557, 258, 357};

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
    Dataset<Row> parquet = ParquetTables.of(spark, folder, "float32", BenchStores::value);
    Dataset<Row> packable = ParquetTables.of(spark, folder, "packable", BenchStores::packable);

    String average = "select avg(v) from t";
    compare("scan.avg-float32.vs-parquet", average, zarr(float32), parquet, ROUNDS);
    compare("scan.avg-packed.vs-parquet", average, zarr(packed), packable, ROUNDS);
    compare(
        "scan.groupby.vs-parquet",
        "select lat, avg(v) from t group by lat",
        zarr(float32),
        parquet,
        ROUNDS);
    compare("scan.box.vs-parquet", box(), zarr(float32), parquet, ROUNDS_OF_SHORT);
    bytesOfBox(float32);
    String filter = "select count(*) from t where v > 250";
    record("scan.filter-half-absent.vs-dense", filter, zarr(half), zarr(float32), ROUNDS);
  }

  private static String box() {
    return String.format(
        Locale.ROOT,
        "select sum(v) from t where time >= timestamp_seconds(%d) and time < timestamp_seconds(%d)"
            + " and lat >= %.4f and lat < %.4f and lon >= %.4f and lon < %.4f",
        seconds(BOX_FROM[0]),
        seconds(BOX_TO[0]),
        BenchStores.latitude(BOX_FROM[1]) - 0.1,
        BenchStores.latitude(BOX_TO[1]) - 0.1,
        BenchStores.longitude(BOX_FROM[2]) - 0.1,
        BenchStores.longitude(BOX_TO[2]) - 0.1);
  }

  private static long seconds(long time) {
    return 946_684_800 + time * 3600 * BenchStores.HOURS;
  }

  /** Bytes fetched for the box, by those of the inner chunks that it touches. */
  private void bytesOfBox(Path store) throws IOException {
    Dataset<Row> recorded = spark.read().format("zarr").load(FetchedBytes.recorded(store));
    recorded.createOrReplaceTempView("recorded");
    RecordingFileSystem.reset();
    spark.sql(box().replace("from t", "from recorded")).collectAsList();
    double needed = FetchedBytes.needed(store, BOX_FROM, BOX_TO);
    Figures.record("scan.box.bytes-ratio", FetchedBytes.read() / needed);
    RecordingFileSystem.reset();
  }

  private void compare(String id, String query, Dataset<Row> ours, Dataset<Row> other, int rounds)
      throws IOException {
    requireSame(answer(query, ours), answer(query, other));
    record(id, query, ours, other, rounds);
  }

  private List<Row> answer(String query, Dataset<Row> table) {
    table.createOrReplaceTempView("t");
    return spark.sql(query).collectAsList();
  }

  /** A query on other data, or one that finds nothing, would be no comparison. */
  private static void requireSame(List<Row> ours, List<Row> other) {
    List<Row> a = new ArrayList<>(ours);
    List<Row> b = new ArrayList<>(other);
    Comparator<Row> byFirst = Comparator.comparingDouble(row -> row.getDouble(0));
    a.sort(byFirst);
    b.sort(byFirst);
    boolean isSame = a.size() == b.size();
    for (int i = 0; isSame && i < a.size(); i++) {
      for (int c = 0; c < a.get(i).size(); c++) {
        double x = a.get(i).getDouble(c);
        // The order of additions differs.
        isSame &= Math.abs(x - b.get(i).getDouble(c)) <= 1e-9 * Math.abs(x);
      }
    }
    if (!isSame) {
      throw new IllegalStateException("the tables answer differently: " + a + " and " + b);
    }
  }

  private void record(String id, String query, Dataset<Row> ours, Dataset<Row> other, int rounds)
      throws IOException {
    ours.createOrReplaceTempView("ours");
    other.createOrReplaceTempView("other");
    String onOurs = query.replace("from t", "from ours");
    String onOther = query.replace("from t", "from other");
    double[] seconds =
        Figures.fastest(
            rounds,
            () -> spark.sql(onOurs).collectAsList(),
            () -> spark.sql(onOther).collectAsList());
    System.out.printf(Locale.ROOT, "%s: %.3f s, other %.3f s%n", id, seconds[0], seconds[1]);
    Figures.record(id, seconds[1] / seconds[0]);
  }

  private Dataset<Row> zarr(Path store) {
    return spark.read().format("zarr").load(store.toString());
  }
}
