package io.zarrspark.spark.schema;

import io.zarrspark.type.FloatFormat;
import io.zarrspark.type.NumberType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The value of every bit pattern of a float type of at most 16 bits; all are exact in float32. */
final class FloatTable {
  private static final Map<NumberType, float[]> TABLES = new ConcurrentHashMap<>();

  private FloatTable() {}

  static float[] of(NumberType dataType) {
    return TABLES.computeIfAbsent(dataType, FloatTable::build);
  }

  private static float[] build(NumberType dataType) {
    FloatFormat format = dataType.floatFormat();
    // As long as the storage has patterns, so that bits above the type's never index past the end.
    float[] table = new float[1 << (8 * dataType.storage().bytes())];
    for (int pattern = 0; pattern < table.length; pattern++) {
      table[pattern] = (float) format.toDouble(pattern & dataType.mask());
    }
    return table;
  }
}
