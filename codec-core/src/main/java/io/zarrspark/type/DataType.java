package io.zarrspark.type;

/**
 * The type of the elements of an array: a {@link NumberType number}, a {@link PlainType plain}
 * value that a primitive holds but that is nothing to compute with, {@link VariableType} or {@link
 * FixedBytesType} text and bytes, or a {@link FieldsType group of fields}.
 */
public sealed interface DataType
    permits NumberType, PlainType, VariableType, FixedBytesType, FieldsType {

  /** The array that holds decoded elements of a type. */
  enum Storage {
    BYTES(1),
    SHORTS(2),
    INTS(4),
    LONGS(8),
    FLOATS(4),
    DOUBLES(8),
    /** An array of byte arrays; their sizes are known element by element only. */
    VARIABLE(0),
    /** An array per field. */
    FIELDS(0);

    private final int bytes;

    Storage(int bytes) {
      this.bytes = bytes;
    }

    /** Bytes of one element in memory; 0 if that is no primitive. */
    public int bytes() {
      return bytes;
    }
  }

  /** The name in Zarr v3 metadata. */
  String zarrName();

  Storage storage();

  /** Bytes of one element as the {@code bytes} codec writes it; 0 if they vary. */
  default int encodedBytes() {
    return storage().bytes();
  }
}
