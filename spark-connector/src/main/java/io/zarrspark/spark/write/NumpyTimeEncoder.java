package io.zarrspark.spark.write;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.spark.schema.NumpyTime;
import io.zarrspark.type.TimeType;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.YearMonthIntervalType;

/** Times and durations into arrays of {@code numpy.datetime64} and {@code numpy.timedelta64}. */
final class NumpyTimeEncoder extends CellEncoder {
  private final NumpyTime times;
  private final boolean isMonths;
  private ChunkData elements;

  NumpyTimeEncoder(TimeType stored, DataType type) {
    this.times = NumpyTime.of(stored);
    this.isMonths = type instanceof YearMonthIntervalType;
  }

  @Override
  void bind(ChunkData newElements) {
    elements = newElements;
  }

  @Override
  void put(SpecializedGetters row, int ordinal, int element) {
    long step = times.step(isMonths ? row.getInt(ordinal) : row.getLong(ordinal));
    if (step == TimeType.NOT_A_TIME) {
      throw new ArithmeticException("it is NaT and would be read as NULL");
    }
    elements.setStored(element, step);
  }

  @Override
  void putNull(int element) {
    elements.setStored(element, TimeType.NOT_A_TIME);
  }
}
