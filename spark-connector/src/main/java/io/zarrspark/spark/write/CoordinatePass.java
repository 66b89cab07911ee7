package io.zarrspark.spark.write;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the coordinates in the rows: one pass over their dimension columns alone, before anything
 * is written. It is a write itself, whose tasks keep what is distinct and send it when they commit.
 */
final class CoordinatePass implements Write, BatchWrite {
  private static final Logger LOG = LoggerFactory.getLogger(CoordinatePass.class);

  private final List<PassColumn> columns;
  private volatile PassMessage found;

  private CoordinatePass(List<PassColumn> columns) {
    this.columns = columns;
  }

  /**
   * What the rows hold.
   *
   * @param coordinates of each dimension column, ascending; null where they were not asked for
   * @param ranges of each column whose range was asked for
   * @param digest of the rows
   */
  record Result(List<Coordinates> coordinates, List<ValueRange> ranges, RowDigest digest) {}

  /**
   * Looks through rows.
   *
   * @param columns what is asked of which columns; dimensions first, in order
   */
  static Result run(Dataset<Row> data, String location, List<PassColumn> columns) {
    LOG.info(
        "Finding the coordinates and ranges of {} for {}: one more pass over these columns of the"
            + " input. The options coords.<dimension>, like and shape save it; cache keeps the"
            + " input",
        columns.stream().map(PassColumn::name).toList(),
        location);
    CoordinatePass pass = new CoordinatePass(columns);
    StructType schema =
        new StructType(columns.stream().map(column -> field(column)).toArray(StructField[]::new));
    InnerTables.append(
        data.select(Columns.of(columns.stream().map(PassColumn::column).toList())),
        InnerTables.newToken(),
        new InnerTable("coordinates of zarr " + location, schema, pass),
        null);
    return pass.result();
  }

  private static StructField field(PassColumn column) {
    // Nullable, so that a NULL is refused by us, with the column's name.
    return DataTypes.createStructField(column.name(), column.sparkType(), true);
  }

  private Result result() {
    List<Coordinates> coordinates = new ArrayList<>();
    for (FoundCoordinates column : found.coordinates()) {
      coordinates.add(column == null ? null : column.coordinates());
    }
    return new Result(coordinates, Arrays.asList(found.ranges()), found.digest());
  }

  @Override
  public String description() {
    return "coordinates of " + columns.stream().map(PassColumn::name).toList();
  }

  @Override
  public BatchWrite toBatch() {
    return this;
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return new PassWriter.Factory(columns.toArray(new PassColumn[0]));
  }

  /** Attempts of a task find the same, and leave nothing behind. */
  @Override
  public boolean useCommitCoordinator() {
    return false;
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    PassMessage sum = PassMessage.none(columns.size());
    for (int c = 0; c < columns.size(); c++) {
      CoordinateSet merged = columns.get(c).newSet();
      for (WriterCommitMessage message : messages) {
        if (message == null) {
          continue;
        }
        PassMessage part = (PassMessage) message;
        if (merged != null) {
          merged.addAll(part.coordinates()[c].coordinates());
          columns.get(c).requireReasonable(merged.size());
        }
        sum.ranges()[c] = ValueRange.union(sum.ranges()[c], part.ranges()[c]);
      }
      sum.coordinates()[c] = FoundCoordinates.of(merged);
    }
    RowDigest digest = RowDigest.NONE;
    for (WriterCommitMessage message : messages) {
      digest = message == null ? digest : digest.plus(((PassMessage) message).digest());
    }
    found = new PassMessage(sum.coordinates(), sum.ranges(), digest);
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    // Nothing was written.
  }
}
