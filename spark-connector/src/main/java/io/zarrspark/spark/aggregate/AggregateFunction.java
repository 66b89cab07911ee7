package io.zarrspark.spark.aggregate;

/** What is computed over the values of a column that are not NULL. */
public enum AggregateFunction {
  COUNT,
  SUM,
  MIN,
  MAX
}
