package io.zarrspark.spark.bench;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Measuring and recording of end-to-end benchmarks. */
final class Figures {
  private Figures() {}

  /** Work to be timed. */
  interface Work {
    void run() throws IOException;
  }

  /**
   * Seconds of the fastest of several runs of each, run in turns, so that a busy machine slows all
   * of them alike.
   */
  static double[] fastest(int rounds, Work... works) throws IOException {
    double[] best = new double[works.length];
    java.util.Arrays.fill(best, Double.MAX_VALUE);
    for (int round = 0; round < rounds; round++) {
      for (int w = 0; w < works.length; w++) {
        long start = System.nanoTime();
        works[w].run();
        best[w] = Math.min(best[w], (System.nanoTime() - start) / 1e9);
      }
    }
    return best;
  }

  /** Records one figure as a line {@code bench: ID VALUE}, on the console and in a file. */
  static void record(String id, double value) {
    String line = String.format(Locale.ROOT, "bench: %s %.4g", id, value);
    System.out.println(line);
    Path out = Path.of(System.getProperty("bench.out", "target/bench.out"));
    try {
      Files.createDirectories(out.toAbsolutePath().getParent());
      Files.writeString(out, line + "\n", CREATE, APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
