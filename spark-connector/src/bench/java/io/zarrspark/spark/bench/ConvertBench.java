package io.zarrspark.spark.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.spark.convert.Verbs;
import io.zarrspark.store.LocalStore;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.SparkSession;

/**
 * Conversions beside other programs, all with two cores, on stores that zarr-python writes: {@code
 * -Dbench.python=PYTHON} (zarr, dask, xarray, pyarrow), {@code -Dbench.zarrs=zarrs_reencode},
 * {@code -Dbench.rechunker=PYTHON} (rechunker, which needs a zarr of its own). Of {@code
 * -Dbench.convert.edge} cells (1024) is the cube, of {@code -Dbench.convert.megabytes} (4096) what
 * is rechunked. {@code -Dbench.convert.part} runs one of roundtrip, rechunk, to-table and
 * ten-times.
 */
final class ConvertBench {
  /** The first of them are slower, until all is compiled. */
  private static final int ROUNDS = 4;

  private static final int RECHUNK_ROUNDS = 2;

  private final SparkSession spark;
  private final Path folder;
  private final String python;
  private final String zarrs;
  private final String rechunker;
  private final int edge;
  private final int megabytes;

  ConvertBench(SparkSession spark, Path folder) {
    this.spark = spark;
    this.folder = folder.toAbsolutePath().normalize();
    this.python = System.getProperty("bench.python", "");
    this.zarrs = System.getProperty("bench.zarrs", "");
    this.rechunker = System.getProperty("bench.rechunker", "");
    this.edge = Integer.getInteger("bench.convert.edge", 1024);
    this.megabytes = Integer.getInteger("bench.convert.megabytes", 4096);
  }

  void run() throws IOException {
    if (python.isEmpty()) {
      System.out.println("convert: not run; it needs -Dbench.python=PYTHON");
      return;
    }
    if (isChosen("roundtrip")) {
      roundTrip("plain", "");
      roundTrip("sharded", ", shards=(256, 256, 256)");
    }
    if (isChosen("rechunk")) {
      rechunk();
    }
    if (isChosen("to-table")) {
      toTable();
    }
    if (isChosen("ten-times")) {
      tenTimes();
    }
  }

  private static boolean isChosen(String part) {
    String chosen = System.getProperty("bench.convert.part", "");
    return chosen.isEmpty() || chosen.equals(part);
  }

  /** Every chunk decoded and encoded again, as the benchmark of zarrs does. */
  private void roundTrip(String name, String shards) throws IOException {
    Path source = folder.resolve("roundtrip-" + edge + "-" + name + ".zarr");
    int chunk = shards.isEmpty() ? 256 : 64;
    cube(source, edge, chunk, shards);
    String id = "convert.roundtrip-" + name;
    double ours = 1e9;
    double theirs = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
      ours =
          Math.min(
              ours, convert("recode", source, "--compressor", "zstd:3").path("seconds").asDouble());
      if (!zarrs.isEmpty()) {
        Path target = fresh();
        List<String> command = List.of(zarrs, source.toString(), target.toString());
        theirs = Math.min(theirs, seconds(command));
      }
    }
    double zarrPython =
        python(
            "source = zarr.open_array('%s', mode='r')\n"
                + "target = zarr.create_array('%s', shape=source.shape, chunks=source.chunks, shards=source.shards,"
                + " dtype=source.dtype, compressors=zarr.codecs.ZstdCodec(level=3))\n"
                + "target[:] = source[:]\n",
            source, fresh());
    Figures.record(id + ".seconds", ours);
    Figures.record(id + ".vs-zarr-python", zarrPython / ours);
    if (!zarrs.isEmpty()) {
      Figures.record(id + ".vs-zarrs", theirs / ours);
    }
  }

  /** Chunks of a time step become chunks of all times. */
  private void rechunk() throws IOException {
    int times = megabytes; // A megabyte a time step.
    Path source = folder.resolve("rechunk-" + megabytes + ".zarr");
    series(source, times);
    ObjectNode report = null;
    double ours = 1e9;
    double dask = 1e9;
    for (int round = 0; round < RECHUNK_ROUNDS; round++) {
      report = convert("recode", source, "--chunks", "all,32,32");
      ours = Math.min(ours, report.path("seconds").asDouble());
      dask =
          Math.min(
              dask,
              python(
                  "import dask, dask.array\n"
                      + "dask.config.set(scheduler='threads', num_workers=2)\n"
                      + "array = dask.array.from_zarr('%s').rechunk((-1, 32, 32))\n"
                      + "array.to_zarr('%s')\n",
                  source, fresh()));
    }
    Figures.record("convert.rechunk.seconds", ours);
    Figures.record("convert.rechunk.vs-dask", dask / ours);
    Figures.record(
        "convert.rechunk.planned-megabytes",
        report.path("arrays").path(0).path("peak_bytes_per_task").asDouble() * 2 / 1048576);
    try (LiveHeap live = new LiveHeap()) {
      convert("recode", source, "--chunks", "all,32,32");
      Figures.record("convert.rechunk.live-megabytes", live.megabytes());
      Figures.record("convert.rechunk.live-megabytes.counts", live.counts());
    }
    if (!rechunker.isEmpty()) {
      Figures.record("convert.rechunk.vs-rechunker", rechunker(times) / ours);
    }
  }

  /** Seconds of Pangeo's rechunker, which knows Zarr v2 only, with the memory that ours has. */
  private double rechunker(int times) throws IOException {
    Path source = folder.resolve("rechunk-" + times + "-v2.zarr");
    write(
        rechunker,
        source,
        "array = zarr.open('%s', mode='w', shape=(%d, 512, 512), chunks=(16, 512, 512), dtype='float32',"
            + " compressor=numcodecs.Zstd(level=3))\n"
            + SERIES,
        source,
        times,
        times,
        times);
    Path between = folder.resolve("convert-intermediate");
    new LocalStore(folder).deleteAll("convert-intermediate");
    return python(
        rechunker,
        "import dask, rechunker\n"
            + "dask.config.set(scheduler='threads', num_workers=2)\n"
            + "rechunker.rechunk(zarr.open('%s', mode='r'), (%d, 32, 32), '1GB', '%s', temp_store='%s',"
            + " target_options={'compressor': numcodecs.Zstd(level=3)}).execute()\n",
        source,
        times,
        fresh(),
        between);
  }

  private void toTable() throws IOException {
    Path source = BenchStores.float32(folder).toAbsolutePath().normalize();
    Path target = fresh();
    double ours = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
      target = fresh();
      ours =
          Math.min(
              ours,
              run(
                      "to-table",
                      source.toString(),
                      target.toString(),
                      "--table-option",
                      "compression=zstd")
                  .path("seconds")
                  .asDouble());
    }
    double dask =
        python(
            "import dask, xarray\n"
                + "dask.config.set(scheduler='threads', num_workers=2)\n"
                + "frame = xarray.open_zarr('%s').to_dask_dataframe(dim_order=['time', 'lat', 'lon'])\n"
                + "frame.to_parquet('%s', compression='zstd')\n",
            source, fresh());
    Figures.record("convert.to-table.seconds", ours);
    Figures.record("convert.to-table.vs-dask", dask / ours);
  }

  /** Ten times the data in at most 10.5 times the time. */
  private void tenTimes() throws IOException {
    Path one = folder.resolve("times-1-" + edge + ".zarr");
    Path ten = folder.resolve("times-10-" + edge + ".zarr");
    series(one, Math.max(64, edge / 4));
    series(ten, 10 * Math.max(64, edge / 4));
    double small = 1e9;
    double large = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
      small =
          Math.min(
              small, convert("recode", one, "--chunks", "16,128,512").path("seconds").asDouble());
      large =
          Math.min(
              large, convert("recode", ten, "--chunks", "16,128,512").path("seconds").asDouble());
    }
    Figures.record("convert.ten-times.time-ratio", large / small);
  }

  private ObjectNode convert(String verb, Path source, String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(verb, source.toString(), fresh().toString()));
    arguments.addAll(List.of(options));
    return run(arguments.toArray(new String[0]));
  }

  private ObjectNode run(String... arguments) throws IOException {
    return Verbs.run(spark, List.of(arguments), new PrintStream(OutputStream.nullOutputStream()));
  }

  /** A path at which nothing is. */
  private Path fresh() throws IOException {
    Path target = folder.resolve("convert-target");
    new LocalStore(folder).deleteAll("convert-target");
    if (Files.exists(target)) {
      throw new IOException("cannot delete " + target);
    }
    return target;
  }

  /** The values of the benchmark of zarrs. */
  private void cube(Path store, int cells, int chunk, String shards) throws IOException {
    write(
        store,
        "array = zarr.create_array('%s', shape=(%d,) * 3, chunks=(%d,) * 3%s, dtype='uint16',"
            + " compressors=zarr.codecs.ZstdCodec(level=3))\n"
            + "z, y, x = (numpy.arange(%d).reshape(s) for s in ((-1, 1, 1), (-1, 1), -1))\n"
            + "for start in range(0, %d, 256):\n"
            + "    part = slice(start, start + 256)\n"
            + "    array[part] = ((x + y ** 2 / 32 + z[part] ** 3) %% 65536).astype('uint16')\n",
        store,
        cells,
        chunk,
        shards,
        cells,
        cells);
  }

  /** A smooth field with a kelvin of noise, of full precision, as the other benchmarks have it. */
  private static final String SERIES =
      "rng = numpy.random.default_rng(7)\n"
          + "y, x = numpy.ogrid[:512, :512]\n"
          + "smooth = (260 + 40 * numpy.sin(y * 0.0063) + 15 * numpy.cos(x * 0.0126)).astype('f4')\n"
          + "for t in range(0, %d, 64):\n"
          + "    n = min(64, %d - t)\n"
          + "    array[t:t + n] = smooth + rng.random((n, 512, 512), 'f4')\n";

  private void series(Path store, int times) throws IOException {
    write(
        store,
        "array = zarr.create_array('%s', shape=(%d, 512, 512), chunks=(16, 512, 512), dtype='float32',"
            + " compressors=zarr.codecs.ZstdCodec(level=3))\n"
            + SERIES,
        store,
        times,
        times,
        times);
  }

  private void write(Path store, String script, Object... values) throws IOException {
    write(python, store, script, values);
  }

  private void write(String interpreter, Path store, String script, Object... values)
      throws IOException {
    Path done = store.resolveSibling(store.getFileName() + ".done");
    if (!Files.exists(done)) {
      new LocalStore(folder).deleteAll(store.getFileName().toString());
      python(interpreter, script, values);
      Files.createFile(done);
    }
  }

  /** Seconds that a script takes, without the start of Python. */
  private double python(String script, Object... values) throws IOException {
    return python(python, script, values);
  }

  private double python(String interpreter, String script, Object... values) throws IOException {
    String timed =
        "import time, warnings, zarr, numcodecs, numpy\n"
            + "warnings.simplefilter('ignore')\n"
            + "if hasattr(zarr, 'config'):\n"
            + "    zarr.config.set({'threading.max_workers': 2, 'async.concurrency': 2})\n"
            + "started = time.perf_counter()\n"
            + String.format(Locale.ROOT, script, values)
            + "print(time.perf_counter() - started)\n";
    Process process =
        new ProcessBuilder(interpreter, "-c", timed)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    if (output.isEmpty()) {
      throw new IOException("the Python script has failed:\n" + timed);
    }
    return Double.parseDouble(output.substring(output.lastIndexOf('\n') + 1));
  }

  private static double seconds(List<String> command) throws IOException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException(command + " has failed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return (System.nanoTime() - start) / 1e9;
  }
}
