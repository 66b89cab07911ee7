package io.zarrspark.spark.io;

import io.zarrspark.type.ZarrException;

/** An option whose value means nothing, or one that is missing. */
public final class OptionException extends ZarrException {
  private static final long serialVersionUID = 1L;

  public OptionException(String problem) {
    super(problem, null);
  }
}
