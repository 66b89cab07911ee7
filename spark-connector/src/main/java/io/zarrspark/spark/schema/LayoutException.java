package io.zarrspark.spark.schema;

import io.zarrspark.type.ZarrException;

/** A node that is not one table, or not the table that was asked for. */
public final class LayoutException extends ZarrException {
  private static final long serialVersionUID = 1L;

  public LayoutException(String problem) {
    super(problem, null);
  }
}
