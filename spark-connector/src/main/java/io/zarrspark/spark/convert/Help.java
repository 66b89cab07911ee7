package io.zarrspark.spark.convert;

/** What {@code --help} prints. */
final class Help {
  static final String VERBS = "recode";

  private Help() {}
}
