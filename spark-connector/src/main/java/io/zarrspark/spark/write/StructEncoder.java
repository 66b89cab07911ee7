package io.zarrspark.spark.write;

import io.zarrspark.chunk.ChunkData;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;

/** Complex numbers and other structs, field by field. */
final class StructEncoder extends CellEncoder {
  private final CellEncoder[] fields;

  StructEncoder(List<CellEncoder> fields) {
    this.fields = fields.toArray(new CellEncoder[0]);
  }

  @Override
  void bind(ChunkData newElements) {
    ChunkData[] parts = ((ChunkData.Fields) newElements).fields();
    for (int i = 0; i < fields.length; i++) {
      fields[i].bind(parts[i]);
    }
  }

  @Override
  void put(SpecializedGetters row, int ordinal, int element) {
    InternalRow struct = row.getStruct(ordinal, fields.length);
    for (int i = 0; i < fields.length; i++) {
      if (struct.isNullAt(i)) {
        fields[i].putNull(element);
      } else {
        fields[i].put(struct, i, element);
      }
    }
  }

  @Override
  void putNull(int element) {
    throw new ArithmeticException("arrays of structs have no missing value. Leave such rows out");
  }
}
