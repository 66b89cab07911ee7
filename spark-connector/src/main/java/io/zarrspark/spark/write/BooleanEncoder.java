package io.zarrspark.spark.write;

import io.zarrspark.chunk.ChunkData;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;

/** Booleans, as a byte of 0 or 1. */
final class BooleanEncoder extends CellEncoder {
  private ChunkData elements;

  @Override
  void bind(ChunkData newElements) {
    elements = newElements;
  }

  @Override
  void put(SpecializedGetters row, int ordinal, int element) {
    elements.setStored(element, row.getBoolean(ordinal) ? 1 : 0);
  }

  @Override
  void putNull(int element) {
    throw new ArithmeticException("arrays of bool have no missing value. Leave such rows out");
  }
}
