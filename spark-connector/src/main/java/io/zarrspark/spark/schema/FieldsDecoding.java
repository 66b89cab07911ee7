package io.zarrspark.spark.schema;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.FieldsType;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * Complex numbers and structures as STRUCT, each field decoded by its own type. Attributes of CF
 * say nothing of fields.
 */
record FieldsDecoding(StructType sparkType, List<CellDecoding> fields) implements ValueDecoding {

  static FieldsDecoding of(FieldsType stored, DecodingOptions options) {
    DecodingOptions ofFields =
        new DecodingOptions(false, options.decodeTimes(), DecodingOptions.Durations.NONE, null);
    List<CellDecoding> fields = new ArrayList<>();
    StructType type = new StructType();
    for (FieldsType.Field field : stored.fields()) {
      CellDecoding decoding = CellDecoding.of(field.dataType(), ofFields);
      fields.add(decoding);
      DataType fieldType = decoding.sparkType();
      type = type.add(field.name(), fieldType, decoding.isNullable());
    }
    return new FieldsDecoding(type, List.copyOf(fields));
  }

  @Override
  public boolean isNullable() {
    return false;
  }

  @Override
  public CellValues decode(ChunkData elements, int offset, int length) {
    ChunkData[] stored = ((ChunkData.Fields) elements).fields();
    ChunkData[] arrays = new ChunkData[stored.length];
    List<CellValues> values = new ArrayList<>();
    for (int i = 0; i < stored.length; i++) {
      values.add(fields.get(i).decode(stored[i], offset, length));
      arrays[i] = values.get(i).values();
    }
    return new CellValues(new ChunkData.Fields(arrays), 0, null, List.copyOf(values));
  }
}
