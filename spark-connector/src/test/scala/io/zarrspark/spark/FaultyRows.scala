package io.zarrspark.spark

import org.apache.spark.TaskContext
import org.apache.spark.sql.expressions.UserDefinedFunction
import org.apache.spark.sql.functions.udf

/** Functions that leave a number as it is, and trouble the task that computes them. */
object FaultyRows {

  /** Takes its time for each number that is a multiple of another. */
  def slow(millis: Long, every: Int): UserDefinedFunction = udf { (n: Int) =>
    if (n % every == 0) Thread.sleep(millis)
    n
  }.asNondeterministic()

  /** Fails for one number in the first attempts of its task. */
  def failing(number: Int, attempts: Int): UserDefinedFunction = udf { (n: Int) =>
    if (n == number && TaskContext.get().attemptNumber() < attempts)
      throw new IllegalStateException(s"attempt ${TaskContext.get().attemptNumber()} fails")
    n
  }.asNondeterministic()

  /** Takes its time for one number, but not in a speculative attempt. */
  def straggling(number: Int, millis: Long): UserDefinedFunction = udf { (n: Int) =>
    if (n == number && TaskContext.get().attemptNumber() == 0) Thread.sleep(millis)
    n
  }.asNondeterministic()
}
