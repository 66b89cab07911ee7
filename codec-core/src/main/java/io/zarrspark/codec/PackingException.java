package io.zarrspark.codec;

import io.zarrspark.type.ZarrException;

/** Numbers cannot be packed as wanted; the message says by how much and what would do. */
public final class PackingException extends ZarrException {
  private static final long serialVersionUID = 1L;

  public PackingException(String problem) {
    super(problem, null);
  }
}
