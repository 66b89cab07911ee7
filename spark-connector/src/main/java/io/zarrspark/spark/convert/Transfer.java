package io.zarrspark.spark.convert;

import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/** Runs passes as Spark jobs. */
final class Transfer {
  private final JavaSparkContext spark;
  private final String source;
  private final String target;
  private final RunOptions run;
  private final Broadcast<SerializableConfiguration> configuration;

  Transfer(JavaSparkContext spark, String source, String target, RunOptions run) {
    this.spark = spark;
    this.source = source;
    this.target = target;
    this.run = run;
    this.configuration =
        spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration()));
  }

  /**
   * One pass over arrays.
   *
   * @param verb what the lines about its progress begin with
   * @param description the name of the job
   */
  TaskResult run(String verb, String description, List<ArrayPass> arrays, List<TaskRange> tasks) {
    ProgressCounters counters = new ProgressCounters(spark);
    long objects = 0;
    for (ArrayPass array : arrays) {
      long of = 1;
      for (int d = 0; d < array.units().target().rank(); d++) {
        of *= array.units().target().objects(d);
      }
      objects += of;
    }
    TransferTask task =
        new TransferTask(source, target, arrays, run.verifyResumed(), configuration, counters);
    ProgressLine line = new ProgressLine(verb, objects, counters, run.console());
    try {
      TaskResult sum = TaskResult.NONE;
      List<List<TaskRange>> together =
          TaskRanges.together(
              tasks, arrays.stream().map(ArrayPass::units).toList(), spark.defaultParallelism());
      for (TaskResult result : SparkJob.run(spark, description, together, task, remedy())) {
        sum = sum.plus(result);
      }
      return sum;
    } finally {
      line.close();
    }
  }

  private String remedy() {
    return "What is finished is kept in "
        + target
        + ": run the same command again to go on, or delete it";
  }
}
