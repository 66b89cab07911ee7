package io.zarrspark.spark.read;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.CoordinateValues;
import io.zarrspark.spark.plan.CoordinateValues.Order;
import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.schema.CellValues;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.colstats.ColumnStatistics;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;

/** What is known of the columns of dimensions without reading any variable. */
final class DimensionStatistics {
  private DimensionStatistics() {}

  /**
   * Statistics of those dimensions that are columns of a scan, whose coordinates it needs anyway.
   */
  static Map<NamedReference, ColumnStatistics> of(
      ScanTable table, BlockPlan plan, StructType columns) {
    Map<NamedReference, ColumnStatistics> statistics = new HashMap<>();
    List<String> wanted = List.of(columns.fieldNames());
    long rows = plan.cellCount();
    for (int d = 0; d < plan.rank() && rows > 0; d++) {
      String name = table.layout().dimensions().get(d).name();
      Optional<CoordinateValues> values =
          wanted.contains(name) ? table.coordinates().coordinates(d) : Optional.empty();
      if (values.isPresent() && hasExtremes(table.layout().dimensions().get(d).sparkType())) {
        CellValues cells = table.coordinates().values(d).orElse(null);
        statistics.put(
            FieldReference.column(name), column(values.get(), cells, plan.ranges(d), rows));
      }
    }
    return statistics;
  }

  /** Whether Spark's estimates know extremes of a type; they are of no use without. */
  private static boolean hasExtremes(DataType type) {
    return type instanceof NumericType || type instanceof TimestampType;
  }

  /** Extremes are those that Spark's estimates can count with: not NULL, not NaN. */
  private record Column(Optional<Object> min, Optional<Object> max, long distinct, long nulls)
      implements ColumnStatistics {
    @Override
    public OptionalLong distinctCount() {
      return OptionalLong.of(distinct);
    }

    @Override
    public OptionalLong nullCount() {
      return OptionalLong.of(nulls);
    }
  }

  private static Column column(
      CoordinateValues values, CellValues cells, IndexRanges ranges, long rows) {
    if (values.order() != Order.NONE && values.isStrict()) {
      long first = ranges.from(0);
      long last = ranges.to(ranges.size() - 1) - 1;
      boolean ascending = values.order() == Order.ASCENDING;
      return column(cells, ascending ? first : last, ascending ? last : first, ranges.count(), 0);
    }
    long[] identities = new long[Math.toIntExact(ranges.count())];
    int known = 0;
    long min = -1;
    long max = -1;
    for (int r = 0; r < ranges.size(); r++) {
      for (long i = ranges.from(r); i < ranges.to(r); i++) {
        if (!values.isNull(i)) {
          identities[known++] = values.identity(i);
          min = min < 0 || values.compareAt(i, min) < 0 ? i : min;
          max = max < 0 || values.compareAt(i, max) > 0 ? i : max;
        }
      }
    }
    Arrays.sort(identities, 0, known);
    long distinct = 0;
    for (int i = 0; i < known; i++) {
      distinct += i == 0 || identities[i] != identities[i - 1] ? 1 : 0;
    }
    long nulls = rows / identities.length * (identities.length - known);
    return known == 0
        ? new Column(Optional.empty(), Optional.empty(), 0, nulls)
        : column(cells, min, max, distinct, nulls);
  }

  private static Column column(CellValues cells, long min, long max, long distinct, long nulls) {
    Object least = value(cells, min);
    Object greatest = value(cells, max);
    boolean isNumber =
        !Double.isNaN(((Number) least).doubleValue())
            && !Double.isNaN(((Number) greatest).doubleValue());
    return isNumber
        ? new Column(Optional.of(least), Optional.of(greatest), distinct, nulls)
        : new Column(Optional.empty(), Optional.empty(), distinct, nulls);
  }

  /** A coordinate as Spark has it inside. */
  private static Object value(CellValues cells, long index) {
    if (cells == null) {
      return index;
    }
    ChunkData data = cells.values();
    int at = (int) index;
    if (data instanceof ChunkData.Bytes values) {
      return values.values()[at];
    }
    if (data instanceof ChunkData.Shorts values) {
      return values.values()[at];
    }
    if (data instanceof ChunkData.Ints values) {
      return values.values()[at];
    }
    if (data instanceof ChunkData.Floats values) {
      return values.values()[at];
    }
    if (data instanceof ChunkData.Doubles values) {
      return values.values()[at];
    }
    return ((ChunkData.Longs) data).values()[at];
  }
}
