package io.zarrspark.spark.write;

import io.zarrspark.type.ZarrException;

/** Rows that cannot be written: what, where and what to do. */
public final class WriteException extends ZarrException {
  private static final long serialVersionUID = 1L;

  WriteException(String problem) {
    super(problem, null);
  }

  WriteException(String problem, Throwable cause) {
    super(problem, cause);
  }
}
