package io.zarrspark.spark.convert;

import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;

/** Runs tasks, with a name in Spark's UI and failures told as what they are. */
final class SparkJob {
  private SparkJob() {}

  /**
   * Runs a function on every element, each in a task of its own.
   *
   * @throws ConversionException if a task fails: with its own message, and the remedy
   */
  static <T, R> List<R> run(
      JavaSparkContext spark,
      String description,
      List<T> elements,
      Function<T, R> function,
      String remedy) {
    if (elements.isEmpty()) {
      return List.of();
    }
    spark.sc().setJobDescription(description);
    try {
      return spark.parallelize(elements, elements.size()).map(function).collect();
    } catch (Exception e) {
      // Spark throws its checked exception without saying so.
      throw failure(description, e, remedy);
    } finally {
      spark.sc().setJobDescription(null);
    }
  }

  private static ConversionException failure(String description, Exception e, String remedy) {
    ConversionException failure = SqlJob.failure(description, e);
    return remedy.isEmpty()
        ? failure
        : new ConversionException(failure.getMessage() + ". " + remedy, e);
  }
}
