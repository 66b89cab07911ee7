package io.zarrspark.metadata;

import io.zarrspark.type.ZarrException;

/** Metadata that the specification, or the definition of a codec, forbids. */
public final class InvalidMetadataException extends ZarrException {
  private static final long serialVersionUID = 1L;

  public InvalidMetadataException(String problem) {
    super(problem, null);
  }

  public InvalidMetadataException(String problem, Throwable cause) {
    super(problem, cause);
  }

  /** The same problem, with the place it was found in. */
  public InvalidMetadataException in(String place) {
    return new InvalidMetadataException(place + ": " + getMessage(), this);
  }
}
