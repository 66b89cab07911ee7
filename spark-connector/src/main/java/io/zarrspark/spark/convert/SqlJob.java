package io.zarrspark.spark.convert;

import io.zarrspark.type.ZarrException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkStageInfo;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.JavaSparkStatusTracker;

/**
 * Runs a query with a line about its tasks every few seconds, and tells failures as what they are.
 */
final class SqlJob {
  private static final int EVERY_SECONDS = 5;

  private SqlJob() {}

  /**
   * Runs a query.
   *
   * @param description what runs, its verb first
   */
  static <T> T run(
      JavaSparkContext spark, String description, PrintStream console, Callable<T> query) {
    spark.sc().setJobDescription(description);
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            runnable -> {
              Thread thread = new Thread(runnable, "zarr-convert progress");
              thread.setDaemon(true);
              return thread;
            });
    String verb = description.substring(0, description.indexOf(' '));
    long startedAt = System.nanoTime();
    timer.scheduleAtFixedRate(
        () -> {
          String line = line(spark, verb, (System.nanoTime() - startedAt) / 1e9);
          if (!line.isEmpty()) {
            console.println(line);
          }
        },
        EVERY_SECONDS,
        EVERY_SECONDS,
        TimeUnit.SECONDS);
    try {
      return query.call();
    } catch (ZarrException e) {
      throw e;
    } catch (Exception e) {
      throw failure(description, e);
    } finally {
      timer.shutdownNow();
      spark.sc().setJobDescription(null);
    }
  }

  /** The tasks of a query, of all its stages that run. */
  private static String line(JavaSparkContext spark, String verb, double seconds) {
    JavaSparkStatusTracker tracker = spark.statusTracker();
    int done = 0;
    int all = 0;
    for (int stage : tracker.getActiveStageIds()) {
      SparkStageInfo info = tracker.getStageInfo(stage);
      if (info != null) {
        done += info.numCompletedTasks();
        all += info.numTasks();
      }
    }
    return all == 0
        ? ""
        : String.format(
            Locale.ROOT, "%s: %d of %d tasks, %s", verb, done, all, Sizes.time(seconds));
  }

  /** The message of what went wrong first, without Spark's trace. */
  static ConversionException failure(String description, Exception e) {
    Throwable told = e;
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof ZarrException || cause instanceof IOException) {
        told = cause;
        break;
      }
    }
    String message = told.getMessage() == null ? told.toString() : told.getMessage();
    int trace = message.indexOf("\n\nDriver stacktrace:");
    return new ConversionException(
        description + " has stopped: " + (trace < 0 ? message : message.substring(0, trace)), e);
  }
}
