package io.zarrspark.spark.write;

import java.io.IOException;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.FloatType;

/** A task of the coordinate pass. */
final class PassWriter implements DataWriter<InternalRow> {
  /** Makes them. */
  record Factory(PassColumn[] columns) implements DataWriterFactory {
    @Override
    public DataWriter<InternalRow> createWriter(int partition, long task) {
      return new PassWriter(columns);
    }
  }

  private final PassColumn[] columns;
  private final CoordinateSet[] coordinates;
  private final ValueRange[] ranges;
  private long rows;
  private long checksum;

  private PassWriter(PassColumn[] columns) {
    this.columns = columns;
    this.coordinates = new CoordinateSet[columns.length];
    this.ranges = new ValueRange[columns.length];
    for (int c = 0; c < columns.length; c++) {
      coordinates[c] = columns[c].newSet();
    }
  }

  @Override
  public void write(InternalRow row) {
    long sum = 0;
    for (int c = 0; c < columns.length; c++) {
      PassColumn column = columns[c];
      if (!column.isDimension()) {
        ranges[c] = ValueRange.union(ranges[c], range(row, c));
        continue;
      }
      if (row.isNullAt(c)) {
        throw GridDimension.nullCoordinate(column.name());
      }
      long code = column.coordinates().code(row, c, column.name());
      sum = RowDigest.next(sum, code);
      CoordinateSet set = coordinates[c];
      if (set != null && (set.isOfTexts() ? set.add(row.getUTF8String(c)) : set.add(code))) {
        column.requireReasonable(set.size());
      }
    }
    rows++;
    checksum += sum;
  }

  private ValueRange range(InternalRow row, int c) {
    if (row.isNullAt(c)) {
      return ValueRange.none(true, false);
    }
    double value = columns[c].sparkType() instanceof FloatType ? row.getFloat(c) : row.getDouble(c);
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return ValueRange.none(Double.isNaN(value), Double.isInfinite(value));
    }
    return new ValueRange(value, value, false, false);
  }

  @Override
  public WriterCommitMessage commit() {
    FoundCoordinates[] sorted = new FoundCoordinates[columns.length];
    Arrays.setAll(sorted, c -> FoundCoordinates.of(coordinates[c]));
    return new PassMessage(sorted, ranges, new RowDigest(rows, checksum));
  }

  @Override
  public void abort() {
    // Nothing was written.
  }

  @Override
  public void close() throws IOException {
    // Nothing is open.
  }
}
