package io.zarrspark.spark.write;

import io.zarrspark.chunk.ChunkData;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StringType;

/** Strings, as UTF-8, and bytes. */
final class TextEncoder extends CellEncoder {
  private final boolean isText;
  private byte[][] elements;

  TextEncoder(DataType type) {
    this.isText = type instanceof StringType;
  }

  @Override
  void bind(ChunkData newElements) {
    elements = ((ChunkData.Variable) newElements).values();
  }

  @Override
  void put(InternalRow row, int ordinal, int element) {
    // getBytes may hand out the row's own memory.
    elements[element] =
        isText ? row.getUTF8String(ordinal).getBytes().clone() : row.getBinary(ordinal).clone();
  }

  @Override
  void putNull(int element) {
    throw new ArithmeticException("arrays of strings have no missing value. Leave such rows out");
  }
}
