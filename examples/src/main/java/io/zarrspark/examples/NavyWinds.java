package io.zarrspark.examples;

import org.apache.spark.sql.SparkSession;

/** Placeholder until the example is written: prints the Spark version it runs on. */
public final class NavyWinds {
  private NavyWinds() {}

  public static void main(String[] args) {
    SparkSession spark = SparkSession.builder().master("local[2]").getOrCreate();
    try {
      System.out.println("Spark " + spark.version());
    } finally {
      spark.stop();
    }
  }
}
