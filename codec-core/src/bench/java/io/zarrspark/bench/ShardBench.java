package io.zarrspark.bench;

import io.zarrspark.BlockReader;
import io.zarrspark.EncodedObject;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.codec.ByteSlice;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.store.LocalStore;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What reading a shard fetches: requests and bytes, as exact figures, for the whole of it and for a
 * box of an eighth of its inner chunks.
 */
final class ShardBench {
  private static final int[] SHARD = {64, 256, 256};
  private static final int[] INNER = {16, 32, 32};

  private ShardBench() {}

  static void run() throws IOException {
    Path folder = Files.createTempDirectory("shard-bench");
    try (CodecScratch scratch = new CodecScratch()) {
      LocalStore store = new LocalStore(folder);
      ZarrArray array = ZarrArray.of(store, "", Json.parse(document()));
      ByteSlice shard = array.pipeline().encode(elements(), scratch);
      String key = array.objectKey(new long[3]);
      store.put(
          key, Arrays.copyOfRange(shard.array(), shard.offset(), shard.offset() + shard.length()));
      figures(array, shard.length());
      Files.delete(folder.resolve(key));
      for (Path parent = folder.resolve(key).getParent();
          !parent.equals(folder);
          parent = parent.getParent()) {
        Files.delete(parent);
      }
    }
    Files.delete(folder);
  }

  private static void figures(ZarrArray array, int shardBytes) throws IOException {
    int[] grid = array.blocksPerObject();
    int[] all = IntStream.range(0, Shapes.elements(grid)).toArray();
    // Half of each dimension, somewhere inside.
    int[] box =
        IntStream.of(all)
            .filter(
                block -> {
                  int[] at = Shapes.coordinates(block, grid);
                  return IntStream.range(0, at.length)
                      .allMatch(d -> at[d] >= grid[d] / 4 && at[d] < grid[d] / 4 + grid[d] / 2);
                })
            .toArray();
    try (BlockReader reader = new BlockReader(array)) {
      EncodedObject whole = reader.fetch(new long[3], all);
      BenchMain.figure("read.shard-whole.requests", whole.requests());
      BenchMain.figure("read.shard-whole.bytes-ratio", (double) whole.bytes() / shardBytes);
      EncodedObject part = reader.fetch(new long[3], box);
      long wanted = 0;
      long index = 16L * all.length + 4;
      for (int block : box) {
        wanted += reader.fetch(new long[3], new int[] {block}).bytes() - index;
      }
      BenchMain.figure("read.shard-box.requests", part.requests());
      BenchMain.figure("read.shard-box.bytes-ratio", (part.bytes() - index) / (double) wanted);
    }
  }

  private static String document() {
    String shape = Arrays.toString(SHARD);
    return "{\"zarr_format\":3,\"node_type\":\"array\",\"shape\":"
        + shape
        + ",\"data_type\":\"float32\",\"chunk_grid\":{\"name\":\"regular\",\"configuration\":{\"chunk_shape\":"
        + shape
        + "}},\"chunk_key_encoding\":{\"name\":\"default\"},\"fill_value\":0,\"codecs\":[{\"name\":\"sharding_indexed\","
        + "\"configuration\":{\"chunk_shape\":"
        + Arrays.toString(INNER)
        + ",\"codecs\":[{\"name\":\"bytes\",\"configuration\":{\"endian\":\"little\"}},{\"name\":\"zstd\","
        + "\"configuration\":{\"level\":3,\"checksum\":false}}],\"index_codecs\":[{\"name\":\"bytes\","
        + "\"configuration\":{\"endian\":\"little\"}},{\"name\":\"crc32c\"}]}}]}";
  }

  private static ChunkData elements() {
    float[] values = new float[Shapes.elements(SHARD)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) Math.rint(1000 * Math.sin(i * 1e-4)) / 10 + 1;
    }
    return new ChunkData.Floats(values);
  }
}
