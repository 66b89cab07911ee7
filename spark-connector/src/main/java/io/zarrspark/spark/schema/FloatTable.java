package io.zarrspark.spark.schema;

import io.zarrspark.type.DataType;
import io.zarrspark.type.FloatFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The value of every bit pattern of a float type of at most 16 bits; all are exact in float32. */
final class FloatTable {
  private static final Map<DataType, float[]> TABLES = new ConcurrentHashMap<>();

  private FloatTable() {}

  static float[] of(DataType dataType) {
    return TABLES.computeIfAbsent(dataType, FloatTable::build);
  }

  private static float[] build(DataType dataType) {
    FloatFormat format = dataType.floatFormat();
    // As long as the storage has patterns, so that bits above the type's never index past the end.
    float[] table = new float[1 << (8 * dataType.storage().bytes())];
    for (int pattern = 0; pattern < table.length; pattern++) {
      table[pattern] = (float) format.toDouble(pattern & dataType.mask());
    }
    return table;
  }
}
