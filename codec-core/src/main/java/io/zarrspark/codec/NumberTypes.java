package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.type.NumberType;

/** Codecs that are defined for numbers only. */
final class NumberTypes {
  private NumberTypes() {}

  /** The number type that reaches a codec. */
  static NumberType of(String codec, ChunkRepresentation decoded) {
    if (decoded.dataType() instanceof NumberType number) {
      return number;
    }
    throw new InvalidMetadataException(
        codec + " works on numbers, but " + decoded.dataType() + " reaches it");
  }
}
