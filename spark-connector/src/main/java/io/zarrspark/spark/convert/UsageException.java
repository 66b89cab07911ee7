package io.zarrspark.spark.convert;

import io.zarrspark.type.ZarrException;

/** Arguments that mean nothing. */
public final class UsageException extends ZarrException {
  private static final long serialVersionUID = 1L;

  public UsageException(String problem) {
    super(problem, null);
  }
}
