package io.zarrspark.chunk;

import io.zarrspark.type.BytesScalar;
import io.zarrspark.type.DataType;
import io.zarrspark.type.FieldsScalar;
import io.zarrspark.type.FieldsType;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.PlainScalar;
import io.zarrspark.type.PlainType;
import io.zarrspark.type.Scalar;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The elements of a chunk in C order, in the array of their data type's {@link DataType.Storage
 * storage}.
 *
 * <p>Integers are stored as {@link NumberType#extend} says, floats below 32 bits as their bit
 * patterns. Not copied on the way in or out: whoever creates one hands its array over.
 */
public sealed interface ChunkData {

  /** Number of elements. */
  int length();

  /** The array itself, for bulk copies; of fields, an array of their arrays. */
  Object array();

  /**
   * The bits of one number, sign-extended from the primitive; for errors and single values. The
   * data type decides which of them count: see {@link #scalar}.
   */
  default long stored(int index) {
    throw new IllegalStateException("text, bytes and fields are no numbers");
  }

  /** Sets the bits of one number; for single values. */
  default void setStored(int index, long stored) {
    throw new IllegalStateException("text, bytes and fields are no numbers");
  }

  /** Sets all numbers to the bits. */
  default void fill(long stored) {
    throw new IllegalStateException("text, bytes and fields are no numbers");
  }

  /** Sets all elements to a scalar of their type, to the bit. */
  default void fill(Scalar scalar) {
    if (scalar instanceof FieldsScalar values) {
      ChunkData[] fields = ((Fields) this).fields();
      for (int i = 0; i < fields.length; i++) {
        fields[i].fill(values.values().get(i));
      }
    } else if (scalar instanceof NumberScalar number) {
      fill(number.stored());
    } else if (scalar instanceof PlainScalar plain) {
      fill(plain.stored());
    } else {
      Arrays.fill(((Variable) this).values(), ((BytesScalar) scalar).bytes());
    }
  }

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

  /** Elements of variable length. Elements may share a byte array: nobody writes to one. */
  record Variable(byte[][] values) implements ChunkData {
    @Override
    public int length() {
      return values.length;
    }

    @Override
    public Object array() {
      return values;
    }
  }

  /**
   * Elements made of fields: one array per field, all of one length.
   *
   * @param fields in the order of the type
   */
  record Fields(ChunkData[] fields) implements ChunkData {
    @Override
    public int length() {
      return fields[0].length();
    }

    @Override
    public Object array() {
      return Arrays.stream(fields).map(ChunkData::array).toArray();
    }
  }

  /** New elements of a type: primitives with all bits clear, empty text and bytes. */
  static ChunkData allocate(DataType dataType, int length) {
    return switch (dataType.storage()) {
      case BYTES -> new Bytes(new byte[length]);
      case SHORTS -> new Shorts(new short[length]);
      case INTS -> new Ints(new int[length]);
      case LONGS -> new Longs(new long[length]);
      case FLOATS -> new Floats(new float[length]);
      case DOUBLES -> new Doubles(new double[length]);
      case VARIABLE -> {
        byte[][] values = new byte[length][];
        Arrays.fill(values, new byte[0]);
        yield new Variable(values);
      }
      case FIELDS ->
          new Fields(
              ((FieldsType) dataType)
                  .fields().stream()
                      .map(field -> allocate(field.dataType(), length))
                      .toArray(ChunkData[]::new));
    };
  }

  /** New elements, all equal to a scalar to the bit. */
  static ChunkData filled(Scalar scalar, int length) {
    ChunkData data = allocate(scalar.dataType(), length);
    boolean isClear = scalar instanceof NumberScalar number && number.stored() == 0;
    if (!isClear) {
      data.fill(scalar);
    }
    return data;
  }

  /** One element as a scalar of the type whose elements these are. */
  default Scalar element(DataType dataType, int index) {
    if (dataType instanceof NumberType type) {
      return scalar(type, index);
    }
    if (dataType instanceof PlainType type) {
      return new PlainScalar(type, stored(index));
    }
    if (dataType instanceof FieldsType type) {
      List<Scalar> values = new ArrayList<>();
      for (int i = 0; i < type.fields().size(); i++) {
        values.add(((Fields) this).fields()[i].element(type.fields().get(i).dataType(), index));
      }
      return new FieldsScalar(type, List.copyOf(values));
    }
    return new BytesScalar(dataType, ((Variable) this).values()[index]);
  }

  /** One element as a scalar of the number type whose elements these are. */
  default NumberScalar scalar(NumberType dataType, int index) {
    return NumberScalar.ofStored(dataType, stored(index));
  }
}
