package io.zarrspark.spark.write;

import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;

/** Writes the rows of a write as objects. */
final class RowWriting {
  private RowWriting() {}

  /**
   * Writes rows into a target, whose metadata is left alone.
   *
   * @param isClustered whether the rows of an object are in one task already
   * @param columns those of the rows that are written, in the order of the target's
   */
  static WrittenObjects write(
      Dataset<Row> data,
      WriteTarget target,
      String token,
      boolean isClustered,
      List<String> columns) {
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext());
    Broadcast<WriteTarget> shared = context.broadcast(target);
    Broadcast<SerializableConfiguration> configuration =
        context.broadcast(new SerializableConfiguration(context.hadoopConfiguration()));
    try {
      ObjectFunction function =
          new ObjectFunction(InnerTables.functionName(token), target.dimensionTypes(), shared);
      ObjectWrite write =
          new ObjectWrite(target, shared, configuration, function.name(), isClustered);
      InnerTables.append(
          data.select(Columns.of(columns)),
          token,
          new InnerTable(write.description(), target.schema(), write),
          function);
      return write.written();
    } finally {
      shared.destroy();
      configuration.destroy();
    }
  }

  /** Refuses an input that has changed between the two passes over it. */
  static void requireSameRows(CoordinatePass.Result found, RowDigest written) {
    if (found != null && !found.digest().equals(written)) {
      throw new WriteException(
          "The input has changed between the two passes over it: its coordinates were found in "
              + found.digest().rows()
              + " rows, "
              + written.rows()
              + " rows were written"
              + (found.digest().rows() == written.rows() ? ", with other coordinates" : "")
              + ". Nothing was published. Set the option cache to true, or write what does not"
              + " change");
    }
  }
}
