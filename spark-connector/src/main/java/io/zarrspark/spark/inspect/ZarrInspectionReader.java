package io.zarrspark.spark.inspect;

import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.types.StructType;

/** The wanted columns of rows. */
final class ZarrInspectionReader implements PartitionReader<InternalRow> {
  private final RowSource rows;
  private final int[] columns;
  private Object[] row;

  ZarrInspectionReader(RowSource rows, StructType all, StructType wanted) {
    this.rows = rows;
    this.columns = new int[wanted.size()];
    for (int c = 0; c < columns.length; c++) {
      columns[c] = all.fieldIndex(wanted.fieldNames()[c]);
    }
  }

  @Override
  public boolean next() throws IOException {
    row = rows.next();
    return row != null;
  }

  @Override
  public InternalRow get() {
    Object[] values = new Object[columns.length];
    for (int c = 0; c < columns.length; c++) {
      values[c] = row[columns[c]];
    }
    return new GenericInternalRow(values);
  }

  @Override
  public void close() {
    rows.close();
  }
}
