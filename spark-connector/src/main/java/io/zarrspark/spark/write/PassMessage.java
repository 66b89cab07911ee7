package io.zarrspark.spark.write;

import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** What a task of the coordinate pass found, by column; null where nothing was asked for. */
record PassMessage(FoundCoordinates[] coordinates, ValueRange[] ranges, RowDigest digest)
    implements WriterCommitMessage {
  static PassMessage none(int columns) {
    return new PassMessage(new FoundCoordinates[columns], new ValueRange[columns], RowDigest.NONE);
  }
}
