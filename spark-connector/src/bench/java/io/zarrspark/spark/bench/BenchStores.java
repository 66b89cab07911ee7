package io.zarrspark.spark.bench;

import io.zarrspark.spark.TestArray;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The stores the benchmarks read: one cube of time, lat and lon like a reanalysis of a temperature,
 * smooth with noise, in float32 of full precision or packed into int16.
 */
final class BenchStores {
  static final int TIMES = 960;
  static final int LATS = 500;
  static final int LONS = 500;
  static final long CELLS = (long) TIMES * LATS * LONS;

  /** Steps of an inner chunk and of a shard along time, lat and lon. */
  static final int[] BLOCK = {20, 100, 100};

  static final int[] SHARD = {20, 500, 500};

  private static final String BYTES =
      "{\"name\":\"bytes\",\"configuration\":{\"endian\":\"little\"}}";

  /** Level 3 is also what Spark's Parquet writer takes. */
  private static final String ZSTD =
      "{\"name\":\"zstd\",\"configuration\":{\"level\":3,\"checksum\":false}}";

  /** Numbers of 1/512 K from 260 K on: what packing into int16 commonly leaves of a temperature. */
  private static final double UNITS = 512;

  private static final double OFFSET = 260;
  private static final String PACK =
      "{\"name\":\"scale_offset\",\"configuration\":{\"scale\":512,\"offset\":260}},"
          + "{\"name\":\"cast_value\",\"configuration\":{\"data_type\":\"int16\"}}";

  /** Hours between two times. */
  static final int HOURS = 6;

  private BenchStores() {}

  /** float32 in sharded chunks, {@code v}. */
  static Path float32(Path folder) throws IOException {
    return write(folder.resolve("float32.zarr"), BYTES + "," + ZSTD, "0", BenchStores::value);
  }

  /** The same rounded to what int16 holds, and stored as int16. */
  static Path packed(Path folder) throws IOException {
    return write(
        folder.resolve("packed.zarr"),
        PACK + "," + BYTES + "," + ZSTD,
        "260",
        BenchStores::packable);
  }

  /** float32, every other block absent. */
  static Path halfAbsent(Path folder) throws IOException {
    return write(
        folder.resolve("half.zarr"),
        BYTES + "," + ZSTD,
        "0",
        index -> isAbsent(index) ? 0.0 : value(index));
  }

  private static Path write(Path store, String codecs, String fill, TestArray.CellValue value)
      throws IOException {
    if (Files.exists(store.resolve("zarr.json"))) {
      return store;
    }
    TestArray.of("int64", TIMES)
        .chunks(TIMES)
        .dims("time")
        .attributes("{\"units\":\"hours since 2000-01-01\",\"calendar\":\"standard\"}")
        .write(store, "time", index -> index[0] * HOURS);
    TestArray.of("float64", LATS)
        .chunks(LATS)
        .dims("lat")
        .write(store, "lat", index -> latitude(index[0]));
    TestArray.of("float64", LONS)
        .chunks(LONS)
        .dims("lon")
        .write(store, "lon", index -> longitude(index[0]));
    TestArray.of("float32", TIMES, LATS, LONS)
        .chunks(SHARD)
        .inner(BLOCK)
        .dims("time", "lat", "lon")
        .codecs(codecs)
        .fill(fill)
        .write(store, "v", value);
    // Last, so that an interrupted run is not taken for a finished one.
    Files.writeString(
        store.resolve("zarr.json"),
        "{\"zarr_format\":3,\"node_type\":\"group\",\"attributes\":{}}",
        StandardCharsets.UTF_8);
    return store;
  }

  private static boolean isAbsent(long[] index) {
    return (index[0] / BLOCK[0] + index[1] / BLOCK[1] + index[2] / BLOCK[2]) % 2 == 0;
  }

  static double latitude(long index) {
    return -90 + index * 0.36;
  }

  static double longitude(long index) {
    return index * 0.72;
  }

  /** Between 200 and 320, like kelvins: a smooth field with a kelvin of noise. */
  static double value(long... index) {
    double smooth =
        260 + 40 * Math.sin(index[1] * 0.0063) + 15 * Math.cos(index[2] * 0.0126 + index[0] * 0.05);
    long hash = ((index[0] * LATS + index[1]) * LONS + index[2]) * 0x9E3779B97F4A7C15L;
    hash = (hash ^ hash >>> 32) * 0xD6E8FEB86659FD93L;
    return smooth + (hash >>> 11) * 0x1p-53;
  }

  /** The value on the grid of the packed store: exact in float32. */
  static double packable(long... index) {
    return OFFSET + Math.rint((value(index) - OFFSET) * UNITS) / UNITS;
  }
}
