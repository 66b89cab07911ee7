package io.zarrspark.spark.convert;

import java.io.Serializable;

/**
 * A file of a table.
 *
 * @param name in its folder
 * @param rows it has
 */
record WrittenFile(String name, long rows) implements Serializable {}
