package io.zarrspark.codec;

import io.zarrspark.chunk.FillValue;
import io.zarrspark.kernel.ElementException;
import io.zarrspark.kernel.Elementwise;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.type.NumberScalar;

/** Carries a fill value through an element-wise codec, in the encoding direction. */
final class EncodedFill {
  private EncodedFill() {}

  /** The encoded fill value; an array whose fill value cannot be encoded cannot exist. */
  static FillValue of(FillValue fill, Elementwise encoder) {
    if (!fill.isKnown()) {
      return fill;
    }
    try {
      return FillValue.of(encoder.apply((NumberScalar) fill.scalar()));
    } catch (ElementException e) {
      throw new InvalidMetadataException(
          "the fill value " + fill.scalar() + " cannot be encoded: " + e.getMessage(), e);
    }
  }

  /** The encoded fill value, or none if there is none; for codecs that old arrays use. */
  static FillValue ofLegacy(String codec, FillValue fill, Elementwise encoder) {
    if (!fill.isKnown()) {
      return fill;
    }
    try {
      return FillValue.of(encoder.apply((NumberScalar) fill.scalar()));
    } catch (ElementException e) {
      return FillValue.missing(codec + " cannot encode it: " + e.getMessage());
    }
  }

  /** Checks that a fill value comes back as the same number. */
  static void requireRoundTrip(FillValue fill, FillValue encoded, Elementwise decoder) {
    if (!fill.isKnown() || !encoded.isKnown()) {
      return;
    }
    NumberScalar back;
    try {
      back = decoder.apply((NumberScalar) encoded.scalar());
    } catch (ElementException e) {
      throw new InvalidMetadataException(
          "the fill value "
              + fill
              + " is encoded as "
              + encoded
              + ", which cannot be decoded: "
              + e.getMessage(),
          e);
    }
    if (!back.sameNumber((NumberScalar) fill.scalar())) {
      throw new InvalidMetadataException(
          "the fill value "
              + fill
              + " is encoded as "
              + encoded
              + " and comes back as "
              + back
              + ". Choose a fill value that the cast keeps, or map it in both directions with"
              + " \"scalar_map\"");
    }
  }
}
