package io.zarrspark.spark.write;

import io.zarrspark.chunk.ChunkData;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;

/** The stored numbers of times that are not decoded. */
final class PlainLongEncoder extends CellEncoder {
  private ChunkData elements;

  @Override
  void bind(ChunkData newElements) {
    elements = newElements;
  }

  @Override
  void put(SpecializedGetters row, int ordinal, int element) {
    elements.setStored(element, row.getLong(ordinal));
  }

  @Override
  void putNull(int element) {
    throw NumberEncoder.noMissingValue();
  }
}
