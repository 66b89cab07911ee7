package io.zarrspark.zarrjava;

import io.zarrspark.type.NumberType;
import java.util.Arrays;

/**
 * A data type that zarr-java does not know, behind a {@code cast_value}: its codecs see bytes or
 * shorts, which are the bit patterns.
 */
record StoredType(NumberType dataType) implements dev.zarr.zarrjava.core.DataType {

  /** The type by zarr-java's own name for it, if it has one. */
  static dev.zarr.zarrjava.core.DataType of(NumberType dataType) {
    return Arrays.stream(dev.zarr.zarrjava.v3.DataType.values())
        .filter(known -> known.getValue().equals(dataType.zarrName()))
        .findFirst()
        .<dev.zarr.zarrjava.core.DataType>map(known -> known)
        .orElseGet(() -> new StoredType(dataType));
  }

  @Override
  public ucar.ma2.DataType getMA2DataType() {
    return switch (dataType.storage()) {
      case BYTES -> ucar.ma2.DataType.BYTE;
      case SHORTS -> ucar.ma2.DataType.SHORT;
      case INTS, LONGS, FLOATS, DOUBLES, VARIABLE, FIELDS ->
          throw new IllegalStateException("zarr-java has a type of its own for " + dataType);
    };
  }

  @Override
  public int getByteCount() {
    return dataType.storage().bytes();
  }

  @Override
  public String toString() {
    return dataType.zarrName();
  }
}
