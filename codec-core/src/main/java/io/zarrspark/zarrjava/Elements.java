package io.zarrspark.zarrjava;

import dev.zarr.zarrjava.ZarrException;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.type.NumberType;
import java.util.Arrays;
import ucar.ma2.Array;

/** The elements of a chunk as zarr-java holds them and as ours. */
final class Elements {
  private Elements() {}

  /** Not copied where zarr-java's array lies in C order, as all do but transposed and cut ones. */
  static ChunkData of(Array array, ChunkRepresentation chunk) throws ZarrException {
    if (!Arrays.equals(array.getShape(), chunk.shape())) {
      throw new ZarrException(
          "an array of shape "
              + Arrays.toString(array.getShape())
              + " reaches a codec of chunks of shape "
              + Arrays.toString(chunk.shape()));
    }
    int elements = chunk.elements();
    Object values = array.get1DJavaArray(array.getDataType());
    if (java.lang.reflect.Array.getLength(values) != elements) {
      values = array.copyTo1DJavaArray();
    }
    NumberType type = chunk.numberType();
    return switch (type.storage()) {
      case BYTES -> new ChunkData.Bytes(extended(type, values(byte[].class, values, type)));
      case SHORTS -> new ChunkData.Shorts(values(short[].class, values, type));
      case INTS -> new ChunkData.Ints(values(int[].class, values, type));
      case LONGS -> new ChunkData.Longs(values(long[].class, values, type));
      case FLOATS -> new ChunkData.Floats(values(float[].class, values, type));
      case DOUBLES -> new ChunkData.Doubles(values(double[].class, values, type));
      case VARIABLE, FIELDS -> throw new IllegalStateException(type + " is a number");
    };
  }

  private static <T> T values(Class<T> wanted, Object values, NumberType type)
      throws ZarrException {
    if (!wanted.isInstance(values)) {
      throw new ZarrException(
          "an array of "
              + values.getClass().getComponentType()
              + " reaches a codec of "
              + type
              + ", whose elements are "
              + wanted.getComponentType());
    }
    return wanted.cast(values);
  }

  static Array toArray(ChunkData elements, ChunkRepresentation chunk) {
    Object values = elements.array();
    if (elements instanceof ChunkData.Bytes bytes) {
      values = masked(chunk.numberType(), bytes.values());
    }
    return Array.factory(
        StoredType.of(chunk.numberType()).getMA2DataType(), chunk.shape().clone(), values);
  }

  /** zarr-java's {@code bytes} codec keeps whatever stands above the bits of int2 or int4. */
  private static byte[] extended(NumberType type, byte[] values) {
    if (type.bits() == 8) {
      return values;
    }
    byte[] extended = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      extended[i] = (byte) type.extend(values[i]);
    }
    return extended;
  }

  private static byte[] masked(NumberType type, byte[] values) {
    if (type.bits() == 8) {
      return values;
    }
    byte[] masked = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      masked[i] = (byte) (values[i] & type.mask());
    }
    return masked;
  }
}
