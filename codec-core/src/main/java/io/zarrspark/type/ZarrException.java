package io.zarrspark.type;

/**
 * What a user can meet besides an {@link java.io.IOException}: metadata that is invalid, an
 * extension this library does not know, a chunk that cannot be decoded or encoded.
 */
public abstract class ZarrException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  protected ZarrException(String message, Throwable cause) {
    super(message, cause);
  }
}
