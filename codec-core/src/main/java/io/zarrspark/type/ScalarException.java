package io.zarrspark.type;

/** A JSON value that is no scalar of its data type. The message names the value and the type. */
public final class ScalarException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ScalarException(String message) {
    super(message);
  }
}
