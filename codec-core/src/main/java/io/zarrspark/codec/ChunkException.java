package io.zarrspark.codec;

import io.zarrspark.type.ZarrException;

/**
 * A chunk that cannot be decoded or encoded; the message names it, its array, codec and element.
 */
public final class ChunkException extends ZarrException {
  private static final long serialVersionUID = 1L;

  public ChunkException(String message, Throwable cause) {
    super(message, cause);
  }
}
