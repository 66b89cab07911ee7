package io.zarrspark.spark.convert;

import io.zarrspark.type.ZarrException;

/** A conversion that cannot start, or cannot go on. The message says what to do. */
public final class ConversionException extends ZarrException {
  private static final long serialVersionUID = 1L;

  public ConversionException(String problem) {
    super(problem, null);
  }

  public ConversionException(String problem, Throwable cause) {
    super(problem, cause);
  }
}
