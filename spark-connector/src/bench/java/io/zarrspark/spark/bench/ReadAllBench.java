package io.zarrspark.spark.bench;

import io.zarrspark.BlockReader;
import io.zarrspark.EncodedObject;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.chunk.StridedCopy;
import io.zarrspark.store.LocalStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reading a whole array into memory with two threads, against tensorstore with two on the same
 * store in a Python process beside: {@code -Dbench.python=…/bin/python}, one with tensorstore.
 */
final class ReadAllBench {
  private static final int THREADS = 2;
  private static final int ROUNDS = 5;

  private static final String TENSORSTORE =
      """
      import sys, time, tensorstore
      context = tensorstore.Context({"data_copy_concurrency": {"limit": 2}, "file_io_concurrency": {"limit": 2},
                                     "cache_pool": {"total_bytes_limit": 0}})
      spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": sys.argv[1] + "/"}}
      array = tensorstore.open(spec, context=context).result()
      best = 1e9
      for _ in range(int(sys.argv[2])):
          start = time.perf_counter()
          array.read().result()
          best = min(best, time.perf_counter() - start)
      print(best)
      """;

  private ReadAllBench() {}

  static void run(Path folder) throws IOException {
    String python = System.getProperty("bench.python", "");
    if (python.isEmpty()) {
      System.out.println("read.all.vs-tensorstore: not run; it needs -Dbench.python=PYTHON");
      return;
    }
    for (Path store : List.of(BenchStores.float32(folder), BenchStores.packed(folder))) {
      ZarrArray array = ZarrArray.open(new LocalStore(store), "v");
      // tensorstore has neither scale_offset nor cast_value.
      boolean isPlain = store.getFileName().toString().startsWith("float32");
      double ours = Figures.fastest(ROUNDS, () -> readAll(array))[0];
      double cells = (double) array.shape()[0] * array.shape()[1] * array.shape()[2];
      Figures.record(
          "read.all." + (isPlain ? "float32" : "packed") + ".million-cells-per-second",
          cells / ours / 1e6);
      if (isPlain) {
        double theirs = tensorstore(python, store.resolve("v"));
        ours = Math.min(ours, Figures.fastest(ROUNDS, () -> readAll(array))[0]);
        Figures.record("read.all.vs-tensorstore", theirs / ours);
      }
    }
  }

  private static void readAll(ZarrArray array) throws IOException {
    ChunkGrid grid = array.objectGrid();
    int[] objects = new int[grid.rank()];
    for (int d = 0; d < objects.length; d++) {
      objects[d] = (int) grid.chunks(d);
    }
    int[] blocks = new int[Shapes.elements(array.blocksPerObject())];
    Arrays.setAll(blocks, i -> i);
    AtomicInteger next = new AtomicInteger();
    ChunkData all =
        ChunkData.allocate(
            array.dataType(),
            Shapes.elements(Arrays.stream(array.shape()).mapToInt(n -> (int) n).toArray()));
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        done.add(pool.submit(() -> readObjects(array, objects, blocks, next, all)));
      }
      for (Future<?> future : done) {
        future.get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IOException(e);
    } finally {
      pool.shutdownNow();
    }
  }

  private static Void readObjects(
      ZarrArray array, int[] objects, int[] blocks, AtomicInteger next, ChunkData all)
      throws IOException {
    int[] strides = Shapes.strides(Arrays.stream(array.shape()).mapToInt(n -> (int) n).toArray());
    int[] blockShape = array.blockShape();
    int[] perObject = array.blocksPerObject();
    try (BlockReader reader = new BlockReader(array)) {
      int count = Shapes.elements(objects);
      for (int object = next.getAndIncrement(); object < count; object = next.getAndIncrement()) {
        long[] index = Arrays.stream(Shapes.coordinates(object, objects)).asLongStream().toArray();
        EncodedObject encoded = reader.fetch(index, blocks);
        for (int i = 0; i < blocks.length; i++) {
          int[] inObject = Shapes.coordinates(blocks[i], perObject);
          int offset = 0;
          for (int d = 0; d < inObject.length; d++) {
            offset += ((int) index[d] * perObject[d] + inObject[d]) * blockShape[d] * strides[d];
          }
          StridedCopy.copy(
              encoded.isBlockPresent(i)
                  ? reader.decodeReusing(encoded, i)
                  : reader.elements(encoded, i),
              0,
              Shapes.strides(blockShape),
              all,
              offset,
              strides,
              reader.extent(encoded, i));
        }
        reader.release(encoded);
      }
    }
    return null;
  }

  private static double tensorstore(String python, Path array) throws IOException {
    Process process =
        new ProcessBuilder(
                python,
                "-c",
                TENSORSTORE,
                array.toAbsolutePath().normalize().toString(),
                "" + ROUNDS)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return Double.parseDouble(
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim());
  }
}
