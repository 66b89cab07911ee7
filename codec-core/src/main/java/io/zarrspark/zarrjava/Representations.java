package io.zarrspark.zarrjava;

import dev.zarr.zarrjava.core.ArrayMetadata.CoreArrayMetadata;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;

/** What reaches a codec, in zarr-java's terms and in ours. */
final class Representations {
  private Representations() {}

  static ChunkRepresentation toOurs(CoreArrayMetadata metadata) {
    NumberType dataType = dataType(metadata.dataType);
    Object fill = metadata.parsedFillValue;
    FillValue fillValue =
        fill == null
            ? FillValue.missing("zarr-java has none here")
            : FillValue.of(NumberScalar.ofStored(dataType, stored(fill)));
    return new ChunkRepresentation(dataType, metadata.chunkShape, fillValue);
  }

  private static NumberType dataType(dev.zarr.zarrjava.core.DataType dataType) {
    if (dataType instanceof StoredType stored) {
      return stored.dataType();
    }
    String name =
        dataType instanceof dev.zarr.zarrjava.v3.DataType known
            ? known.getValue()
            : dataType.toString();
    return NumberType.named(name)
        .orElseThrow(
            () ->
                new UnsupportedExtensionException(
                    "the data type " + name + " is not a number type, and has no arithmetic"));
  }

  /** zarr-java keeps floats in their boxes and every integer in the signed box of some width. */
  private static long stored(Object fill) {
    if (fill instanceof Float value) {
      return Float.floatToRawIntBits(value);
    } else if (fill instanceof Double value) {
      return Double.doubleToRawLongBits(value);
    }
    return ((Number) fill).longValue();
  }

  /**
   * @param arrayShape shape of the array, which is none of a codec's business and handed on
   */
  static CoreArrayMetadata toZarrJava(ChunkRepresentation representation, long[] arrayShape) {
    FillValue fill = representation.fillValue();
    return new CoreArrayMetadata(
        arrayShape,
        representation.shape(),
        StoredType.of(representation.numberType()),
        // Null makes zarr-java fail where it needs the value: at an absent inner chunk.
        fill.isKnown() ? box((NumberScalar) fill.scalar()) : null);
  }

  private static Object box(NumberScalar scalar) {
    long pattern = scalar.pattern();
    return switch (scalar.dataType().storage()) {
      case BYTES -> (byte) pattern;
      case SHORTS -> (short) pattern;
      case INTS -> (int) pattern;
      case LONGS -> pattern;
      case FLOATS -> Float.intBitsToFloat((int) pattern);
      case DOUBLES -> Double.longBitsToDouble(pattern);
      case VARIABLE, FIELDS -> throw new IllegalStateException(scalar + " is a number");
    };
  }
}
