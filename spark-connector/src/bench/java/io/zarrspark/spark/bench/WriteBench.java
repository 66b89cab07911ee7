package io.zarrspark.spark.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Writing 16 million rows of one table as Zarr and as Parquet, both zstd: the time of Parquet by
 * ours, so that 2 is twice as fast. Both read the same input, which is Parquet without compression,
 * in its order; Parquet writes the rows as they come.
 *
 * <p>Coordinates are found in the rows, so that a write of cells is two passes over the input.
 */
final class WriteBench {
  private static final int ROUNDS = 3;
  private static final int TIMES = 64;
  private static final int SIDE = 500;

  /** Of an object, which is a chunk: a million cells. */
  private static final String CHUNKS = "4,500,500";

  private final SparkSession spark;
  private final Path folder;

  WriteBench(SparkSession spark, Path folder) {
    this.spark = spark;
    this.folder = folder;
  }

  void run() throws IOException {
    Map<String, String> dims = Map.of("dims", "time,lat,lon", "chunks", CHUNKS);
    compare("write.shuffled.vs-parquet", input("shuffled", "order by hash(id)"), dims);
    Dataset<Row> ordered = input("ordered", "");
    compare(
        "write.clustered.vs-parquet",
        ordered,
        Map.of("dims", "time,lat,lon", "chunks", CHUNKS, "clustered", "true"));
    blocks(ordered);
    heap("write.heap.megabytes", dims);
  }

  /** The cells as Parquet, so that both writers have the same and little to do for it. */
  private Dataset<Row> input(String name, String order) {
    Path parquet = folder.resolve("write-" + name + ".parquet");
    if (!Files.exists(parquet.resolve("_SUCCESS"))) {
      // A file per 16 time steps, so that files, and tasks, have whole objects.
      spark.range(0, (long) TIMES * SIDE * SIDE, 1, 4).createOrReplaceTempView("ids");
      cells("(select id from ids " + order + ")")
          .write()
          .mode("overwrite")
          .option("compression", "none")
          .parquet(parquet.toString());
    }
    return spark.read().parquet(parquet.toString());
  }

  /** Six-hourly kelvins: a smooth field with noise of full precision. */
  private Dataset<Row> cells(String ids) {
    long plane = (long) SIDE * SIDE;
    return spark.sql(
        String.format(
            Locale.ROOT,
            "select timestamp'2000-01-01 00:00:00' + make_interval(0, 0, 0, 0, cast(id div %d as int) * 6) as time,"
                + " cast(id div %d %% %d as double) * 0.36 - 90 as lat,"
                + " cast(id %% %d as double) * 0.72 as lon,"
                + " cast(260 + 40 * sin(id div %d %% %d * 0.0063) + 15 * cos(id %% %d * 0.0126)"
                + " + pmod(hash(id), 65536) / 65536.0D as float) as v from %s",
            plane,
            SIDE,
            SIDE,
            SIDE,
            SIDE,
            SIDE,
            SIDE,
            ids));
  }

  private void compare(String id, Dataset<Row> rows, Map<String, String> options)
      throws IOException {
    Path zarr = folder.resolve("written.zarr");
    Path parquet = folder.resolve("written.parquet");
    double[] seconds =
        Figures.fastest(
            ROUNDS,
            () -> write(rows, zarr, options),
            () ->
                rows.write().mode("overwrite").option("compression", "zstd").parquet("" + parquet));
    System.out.printf(Locale.ROOT, "%s: %.3f s, Parquet %.3f s%n", id, seconds[0], seconds[1]);
    Figures.record(id, seconds[1] / seconds[0]);
    delete(zarr);
    delete(parquet);
  }

  private static void write(Dataset<Row> rows, Path path, Map<String, String> options) {
    rows.write().format("zarr").mode("overwrite").options(options).save(path.toString());
  }

  /** Rows that are whole chunks, from reading with the same layout; Parquet writes the cells. */
  private void blocks(Dataset<Row> ordered) throws IOException {
    Path source = folder.resolve("write-blocks.zarr");
    if (!Files.exists(source.resolve("zarr.json"))) {
      write(ordered, source, Map.of("dims", "time,lat,lon", "chunks", CHUNKS, "clustered", "true"));
    }
    Path zarr = folder.resolve("written.zarr");
    Path parquet = folder.resolve("written.parquet");
    Dataset<Row> blocks =
        spark.read().format("zarr").option("layout", "blocks").load(source.toString());
    Dataset<Row> cells = spark.read().format("zarr").load(source.toString());
    Map<String, String> options =
        Map.of("dims", "time,lat,lon", "layout", "blocks", "like", source.toString());
    double[] seconds =
        Figures.fastest(
            ROUNDS,
            () -> write(blocks, zarr, options),
            () ->
                cells
                    .write()
                    .mode("overwrite")
                    .option("compression", "zstd")
                    .parquet("" + parquet));
    System.out.printf(
        Locale.ROOT, "write.blocks.vs-parquet: %.3f s, Parquet %.3f s%n", seconds[0], seconds[1]);
    Figures.record("write.blocks.vs-parquet", seconds[1] / seconds[0]);
    delete(zarr);
    delete(parquet);
  }

  /** The most that is alive after collections, while a tenth of the rows and all are written. */
  private void heap(String id, Map<String, String> options) throws IOException {
    Dataset<Row> rows = spark.read().parquet(folder.resolve("write-shuffled.parquet").toString());
    Dataset<Row> tenth = rows.where("time < timestamp'2000-01-02 12:00:00'");
    Path zarr = folder.resolve("written.zarr");
    for (Dataset<Row> some : List.of(tenth, rows)) {
      try (PeakHeap peak = new PeakHeap()) {
        write(some, zarr, options);
        Figures.record(id + (some == tenth ? ".tenth" : ".all"), peak.megabytes());
      }
    }
    delete(zarr);
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
