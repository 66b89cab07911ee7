package io.zarrspark.spark.convert;

import java.util.Locale;
import java.util.Optional;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.network.util.JavaUtils;

/**
 * The memory that a task may hold: a share of the heap of its process, divided by the tasks that
 * run there at a time.
 *
 * @param bytes bytes of a task
 * @param heapBytes heap of the process
 * @param tasks tasks at a time in the process
 * @param settings what to change for more memory
 */
record TaskMemory(long bytes, long heapBytes, int tasks, String settings) {
  /** The rest is Spark's own, and room for the garbage collector with arrays of many megabytes. */
  private static final double SHARE = 0.6;

  /** Looks it up in the configuration of Spark; asks nobody. */
  static TaskMemory of(JavaSparkContext spark) {
    SparkConf conf = spark.sc().conf();
    String master = conf.get("spark.master", "");
    int cpus = conf.getInt("spark.task.cpus", 1);
    if (master.startsWith("local") && !master.startsWith("local-cluster")) {
      return of(
          Runtime.getRuntime().maxMemory(),
          spark.sc().defaultParallelism() / cpus,
          "the driver's memory (--driver-memory), or fewer tasks at a time (--master local[N])");
    }
    long heap;
    int cores;
    if (master.startsWith("local-cluster")) {
      String[] parts = master.replaceAll("[^0-9,]", "").split(",");
      cores = Integer.parseInt(parts[1]);
      heap = JavaUtils.byteStringAsBytes(conf.get("spark.executor.memory", parts[2] + "m"));
    } else {
      // Standalone executors take all cores unless told; a worker's are not known here.
      boolean takesAll = master.startsWith("spark:");
      cores =
          conf.getInt(
              "spark.executor.cores", takesAll ? Runtime.getRuntime().availableProcessors() : 1);
      heap = JavaUtils.byteStringAsBytes(conf.get("spark.executor.memory", "1g"));
    }
    return of(
        heap,
        cores / cpus,
        "spark.executor.memory, or fewer tasks at a time (spark.executor.cores or spark.task.cpus)");
  }

  static TaskMemory of(long heapBytes, int tasksAtATime, String settings) {
    int tasks = Math.max(1, tasksAtATime);
    return new TaskMemory((long) (heapBytes * SHARE / tasks), heapBytes, tasks, settings);
  }

  /** No more than a user allows. */
  TaskMemory atMost(Optional<Long> most) {
    return new TaskMemory(Math.min(bytes, most.orElse(bytes)), heapBytes, tasks, settings);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s per task (%.0f %% of a heap of %s, %d %s at a time)",
        Sizes.bytes(bytes),
        SHARE * 100,
        Sizes.bytes(heapBytes),
        tasks,
        tasks == 1 ? "task" : "tasks");
  }
}
