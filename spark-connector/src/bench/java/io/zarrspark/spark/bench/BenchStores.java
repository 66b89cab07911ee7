package io.zarrspark.spark.bench;

import io.zarrspark.spark.TestArray;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The stores the benchmarks read: one cube of time, lat and lon, smooth with noise. */
final class BenchStores {
  static final int TIMES = 240;
  static final int LATS = 500;
  static final int LONS = 500;

  /** Steps of an inner chunk and of a shard along time, lat and lon. */
  static final int[] BLOCK = {20, 100, 100};

  private static final int[] SHARD = {20, 500, 500};
  private static final String BYTES =
      "{\"name\":\"bytes\",\"configuration\":{\"endian\":\"little\"}}";
  private static final String ZSTD =
      "{\"name\":\"zstd\",\"configuration\":{\"level\":3,\"checksum\":false}}";
  private static final String PACK =
      "{\"name\":\"scale_offset\",\"configuration\":{\"scale\":100}},"
          + "{\"name\":\"cast_value\",\"configuration\":{\"data_type\":\"int16\"}}";

  private BenchStores() {}

  /** float32 in sharded chunks, {@code v}. */
  static Path float32(Path folder) throws IOException {
    return write(folder.resolve("float32.zarr"), BYTES + "," + ZSTD, false);
  }

  /** The same rounded to hundredths and packed into int16. */
  static Path packed(Path folder) throws IOException {
    return write(folder.resolve("packed.zarr"), PACK + "," + BYTES + "," + ZSTD, false);
  }

  /** float32, every other block absent. */
  static Path halfAbsent(Path folder) throws IOException {
    return write(folder.resolve("half.zarr"), BYTES + "," + ZSTD, true);
  }

  private static Path write(Path store, String codecs, boolean half) throws IOException {
    if (Files.exists(store.resolve("zarr.json"))) {
      return store;
    }
    TestArray.of("int64", TIMES)
        .chunks(TIMES)
        .dims("time")
        .attributes("{\"units\":\"hours since 2000-01-01\",\"calendar\":\"standard\"}")
        .write(store, "time", index -> index[0] * 6);
    TestArray.of("float64", LATS)
        .chunks(LATS)
        .dims("lat")
        .write(store, "lat", index -> -90 + index[0] * 0.36);
    TestArray.of("float64", LONS)
        .chunks(LONS)
        .dims("lon")
        .write(store, "lon", index -> index[0] * 0.72);
    TestArray.of("float32", TIMES, LATS, LONS)
        .chunks(SHARD)
        .inner(BLOCK)
        .dims("time", "lat", "lon")
        .codecs(codecs)
        .write(store, "v", index -> half && isAbsent(index) ? 0.0 : value(index));
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

  /** Between 200 and 320, like kelvins: a smooth field with a hundredth of noise. */
  private static double value(long[] index) {
    double smooth =
        260 + 40 * Math.sin(index[1] * 0.0063) + 15 * Math.cos(index[2] * 0.0126 + index[0] * 0.05);
    long hash = (index[0] * 73_856_093L ^ index[1] * 19_349_663L ^ index[2] * 83_492_791L) & 0xffff;
    return Math.rint((smooth + hash / 65_536.0) * 100) / 100;
  }
}
