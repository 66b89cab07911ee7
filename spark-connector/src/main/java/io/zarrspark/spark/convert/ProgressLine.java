package io.zarrspark.spark.convert;

import java.io.PrintStream;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A line on the console every few seconds while a pass runs: how far, how fast, how long still. */
final class ProgressLine {
  private static final int EVERY_SECONDS = 5;

  private final String what;
  private final long objects;
  private final ProgressCounters counters;
  private final PrintStream out;
  private final long startedAt = System.nanoTime();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          runnable -> {
            Thread thread = new Thread(runnable, "zarr-convert progress");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Starts.
   *
   * @param what what runs, as the line begins
   * @param objects objects of the pass
   */
  ProgressLine(String what, long objects, ProgressCounters counters, PrintStream out) {
    this.what = what;
    this.objects = objects;
    this.counters = counters;
    this.out = out;
    timer.scheduleAtFixedRate(
        () -> out.println(line()), EVERY_SECONDS, EVERY_SECONDS, TimeUnit.SECONDS);
  }

  private String line() {
    double seconds = (System.nanoTime() - startedAt) / 1e9;
    long done = counters.objects();
    return describe(what, done, objects, counters.readBytes(), counters.writtenBytes(), seconds);
  }

  static String describe(
      String what, long done, long objects, long readBytes, long writtenBytes, double seconds) {
    String left =
        done == 0 ? "" : ", " + Sizes.time(seconds * Math.max(0, objects - done) / done) + " left";
    return String.format(
        java.util.Locale.ROOT,
        "%s: %d of %d objects (%.0f %%), read %s (%s/s), written %s (%s/s), %s%s",
        what,
        done,
        objects,
        objects == 0 ? 100 : 100.0 * done / objects,
        Sizes.bytes(readBytes),
        Sizes.bytes(readBytes / seconds),
        Sizes.bytes(writtenBytes),
        Sizes.bytes(writtenBytes / seconds),
        Sizes.time(seconds),
        left);
  }

  /** Ends it. */
  void close() {
    timer.shutdownNow();
  }
}
