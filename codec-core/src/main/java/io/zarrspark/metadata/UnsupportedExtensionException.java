package io.zarrspark.metadata;

import io.zarrspark.type.ZarrException;

/** Metadata that may be valid but names something this library does not know. */
public final class UnsupportedExtensionException extends ZarrException {
  private static final long serialVersionUID = 1L;

  public UnsupportedExtensionException(String problem) {
    super(problem, null);
  }

  private UnsupportedExtensionException(String problem, Throwable cause) {
    super(problem, cause);
  }

  /** The same problem, with the place it was found in. */
  public UnsupportedExtensionException in(String place) {
    return new UnsupportedExtensionException(place + ": " + getMessage(), this);
  }
}
