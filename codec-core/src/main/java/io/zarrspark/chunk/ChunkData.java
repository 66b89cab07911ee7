package io.zarrspark.chunk;

import io.zarrspark.type.DataType;
import io.zarrspark.type.Scalar;
import java.util.Arrays;

/**
 * The elements of a chunk in C order, in the primitive array of their data type's {@link
 * DataType.Storage storage}.
 *
 * <p>Integers are stored as {@link DataType#extend} says, floats below 32 bits as their bit
 * patterns. Not copied on the way in or out: whoever creates one hands its array over.
 */
public sealed interface ChunkData {

  /** Number of elements. */
  int length();

  /** The primitive array itself, for bulk copies. */
  Object array();

  /**
   * The bits of one element, sign-extended from the primitive; for errors and single values. The
   * data type decides which of them count: see {@link #scalar}.
   */
  long stored(int index);

  /** Sets the bits of one element; for single values. */
  void setStored(int index, long stored);

  /** Sets all elements to the bits. */
  void fill(long stored);

  record Bytes(byte[] values) implements ChunkData {
    @Override
    public int length() {
      return values.length;
    }

    @Override
    public Object array() {
      return values;
    }

    @Override
    public long stored(int index) {
      return values[index];
    }

    @Override
    public void setStored(int index, long stored) {
      values[index] = (byte) stored;
    }

    @Override
    public void fill(long stored) {
      Arrays.fill(values, (byte) stored);
    }
  }

  record Shorts(short[] values) implements ChunkData {
    @Override
    public int length() {
      return values.length;
    }

    @Override
    public Object array() {
      return values;
    }

    @Override
    public long stored(int index) {
      return values[index];
    }

    @Override
    public void setStored(int index, long stored) {
      values[index] = (short) stored;
    }

    @Override
    public void fill(long stored) {
      Arrays.fill(values, (short) stored);
    }
  }

  record Ints(int[] values) implements ChunkData {
    @Override
    public int length() {
      return values.length;
    }

    @Override
    public Object array() {
      return values;
    }

    @Override
    public long stored(int index) {
      return values[index];
    }

    @Override
    public void setStored(int index, long stored) {
      values[index] = (int) stored;
    }

    @Override
    public void fill(long stored) {
      Arrays.fill(values, (int) stored);
    }
  }

  record Longs(long[] values) implements ChunkData {
    @Override
    public int length() {
      return values.length;
    }

    @Override
    public Object array() {
      return values;
    }

    @Override
    public long stored(int index) {
      return values[index];
    }

    @Override
    public void setStored(int index, long stored) {
      values[index] = stored;
    }

    @Override
    public void fill(long stored) {
      Arrays.fill(values, stored);
    }
  }

  record Floats(float[] values) implements ChunkData {
    @Override
    public int length() {
      return values.length;
    }

    @Override
    public Object array() {
      return values;
    }

    @Override
    public long stored(int index) {
      return Float.floatToRawIntBits(values[index]);
    }

    @Override
    public void setStored(int index, long stored) {
      values[index] = Float.intBitsToFloat((int) stored);
    }

    @Override
    public void fill(long stored) {
      Arrays.fill(values, Float.intBitsToFloat((int) stored));
    }
  }

  record Doubles(double[] values) implements ChunkData {
    @Override
    public int length() {
      return values.length;
    }

    @Override
    public Object array() {
      return values;
    }

    @Override
    public long stored(int index) {
      return Double.doubleToRawLongBits(values[index]);
    }

    @Override
    public void setStored(int index, long stored) {
      values[index] = Double.longBitsToDouble(stored);
    }

    @Override
    public void fill(long stored) {
      Arrays.fill(values, Double.longBitsToDouble(stored));
    }
  }

  /** New elements of a type, all bits clear. */
  static ChunkData allocate(DataType dataType, int length) {
    return switch (dataType.storage()) {
      case BYTES -> new Bytes(new byte[length]);
      case SHORTS -> new Shorts(new short[length]);
      case INTS -> new Ints(new int[length]);
      case LONGS -> new Longs(new long[length]);
      case FLOATS -> new Floats(new float[length]);
      case DOUBLES -> new Doubles(new double[length]);
    };
  }

  /** New elements, all equal to a scalar to the bit. */
  static ChunkData filled(Scalar scalar, int length) {
    ChunkData data = allocate(scalar.dataType(), length);
    if (scalar.pattern() != 0) {
      data.fill(scalar.stored());
    }
    return data;
  }

  /** One element as a scalar of the data type whose elements these are. */
  default Scalar scalar(DataType dataType, int index) {
    return Scalar.ofStored(dataType, stored(index));
  }
}
