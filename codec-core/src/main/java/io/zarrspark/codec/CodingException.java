package io.zarrspark.codec;

/**
 * A codec cannot decode or encode these bytes or elements. The message names the codec and the
 * cause; who knows the chunk wraps it in a {@link ChunkException}.
 */
public final class CodingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CodingException(String message) {
    super(message);
  }

  public CodingException(String message, Throwable cause) {
    super(message, cause);
  }
}
