package io.zarrspark.codec;

/**
 * A Blosc frame that cannot be read, or options that cannot be met. The message is a whole sentence
 * about the frame alone; whoever knows the chunk puts its name in front.
 */
final class BloscException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BloscException(String message) {
    super(message);
  }

  BloscException(String message, Throwable cause) {
    super(message, cause);
  }
}
