package io.zarrspark.type;

/**
 * The type of the elements of an array: a {@link NumberType number}, or a {@link VariableType value
 * of variable length}.
 */
public sealed interface DataType permits NumberType, VariableType {

  /** The array that holds decoded elements of a type. */
  enum Storage {
    BYTES(1),
    SHORTS(2),
    INTS(4),
    LONGS(8),
    FLOATS(4),
    DOUBLES(8),
    /** An array of byte arrays; their sizes are known element by element only. */
    VARIABLE(0);

    private final int bytes;

    Storage(int bytes) {
      this.bytes = bytes;
    }

    /** Bytes of one element, in memory and (by the {@code bytes} codec) on disk; 0 if they vary. */
    public int bytes() {
      return bytes;
    }
  }

  /** The name in Zarr v3 metadata. */
  String zarrName();

  Storage storage();
}
