package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.ObjectRead;
import java.io.IOException;

/** Reads the cells of one variable, object by object of the plan. */
interface VariableReader extends AutoCloseable {

  /**
   * Fetches what the variable has in an object of the plan. May run on another thread, ahead of the
   * reading of what was fetched before.
   */
  FetchedVariable fetch(ObjectRead read) throws IOException;

  @Override
  void close();
}
