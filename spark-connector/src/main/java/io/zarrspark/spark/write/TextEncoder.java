package io.zarrspark.spark.write;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.DataType;
import io.zarrspark.type.FixedBytesType;
import io.zarrspark.type.ScalarException;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;

/** Strings, as UTF-8, and bytes. */
final class TextEncoder extends CellEncoder {
  private final boolean isText;

  /** Null where elements may have any length. */
  private final FixedBytesType fixed;

  private byte[][] elements;

  TextEncoder(DataType stored, boolean isText) {
    this.isText = isText;
    this.fixed = stored instanceof FixedBytesType type ? type : null;
  }

  @Override
  void bind(ChunkData newElements) {
    elements = ((ChunkData.Variable) newElements).values();
  }

  @Override
  void put(SpecializedGetters row, int ordinal, int element) {
    // getBytes may hand out the row's own memory.
    byte[] value =
        isText ? row.getUTF8String(ordinal).getBytes().clone() : row.getBinary(ordinal).clone();
    if (fixed != null) {
      requireFits(value);
    }
    elements[element] = value;
  }

  private void requireFits(byte[] value) {
    try {
      fixed.requireFits(value);
    } catch (ScalarException e) {
      throw new ArithmeticException(e.getMessage());
    }
    boolean isPadded = fixed.kind() != FixedBytesType.Kind.RAW;
    if (isPadded && value.length > 0 && value[value.length - 1] == 0) {
      throw new ArithmeticException(
          "it ends with a zero, which " + fixed + " takes for the end of a shorter value");
    }
  }

  @Override
  void putNull(int element) {
    throw new ArithmeticException(
        "arrays of "
            + (isText ? "strings" : "bytes")
            + " have no missing value. Leave such rows"
            + " out");
  }
}
