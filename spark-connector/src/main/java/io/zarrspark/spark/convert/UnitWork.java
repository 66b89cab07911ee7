package io.zarrspark.spark.convert;

import java.io.IOException;
import java.util.List;

/** Does one unit after another of a pass. For one thread at a time. */
interface UnitWork extends AutoCloseable {
  /**
   * Does a unit.
   *
   * @return a record per object of the unit that lies in the grid, in C order
   */
  List<WrittenObject> run(long unit) throws IOException;

  /**
   * Whether a unit that an earlier run has done is still as it was.
   *
   * @param records what that run has written
   * @param readAll whether to compare checksums, not lengths alone
   */
  boolean isDone(long unit, List<WrittenObject> records, boolean readAll) throws IOException;

  /** Bytes read from the source so far. */
  long readBytes();

  /** Bytes written to the target so far. */
  long writtenBytes();

  @Override
  void close();
}
