package io.zarrspark.chunk;

import io.zarrspark.type.Scalar;

/**
 * The fill value at one place of a codec chain. It is always known, except behind a legacy codec
 * that cannot encode it: such arrays exist and open, and only a missing inner chunk needs the
 * value.
 */
public final class FillValue {
  private final Scalar scalar;
  private final String reasonMissing;

  private FillValue(Scalar scalar, String reasonMissing) {
    this.scalar = scalar;
    this.reasonMissing = reasonMissing;
  }

  public static FillValue of(Scalar scalar) {
    return new FillValue(scalar, null);
  }

  /** A fill value that does not exist here, with the reason as a full clause. */
  public static FillValue missing(String reason) {
    return new FillValue(null, reason);
  }

  public boolean isKnown() {
    return scalar != null;
  }

  /**
   * The value.
   *
   * @throws MissingFillValueException if there is none
   */
  public Scalar scalar() {
    if (scalar == null) {
      throw new MissingFillValueException(reasonMissing);
    }
    return scalar;
  }

  /** Why there is no value; null if there is one. */
  public String reasonMissing() {
    return reasonMissing;
  }

  @Override
  public String toString() {
    return scalar == null ? "none (" + reasonMissing + ")" : scalar.toString();
  }

  /** The fill value was needed where it does not exist. */
  public static final class MissingFillValueException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MissingFillValueException(String reason) {
      super("the fill value is needed here, but " + reason);
    }
  }
}
