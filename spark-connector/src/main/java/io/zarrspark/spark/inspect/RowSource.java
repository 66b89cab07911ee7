package io.zarrspark.spark.inspect;

import java.io.IOException;

/** The rows of a partition, one after the other, with all columns of their table. */
interface RowSource extends AutoCloseable {

  /** The values of the next row, or null after the last. */
  Object[] next() throws IOException;

  @Override
  void close();
}
