package io.zarrspark.spark.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * A Parquet file that is written batch by batch, column by column: what Spark's own writer would
 * write, without making rows of the batches. For numbers, times and intervals.
 *
 * <p>Memory: the values of a row group, twice; see {@link #groupRows}.
 */
public final class ParquetFile implements Closeable {
  /** Held for a row group. */
  private static final int GROUP_BYTES = 64 << 20;

  private static final int LEAST_ROWS = 1 << 16;

  /** As Parquet's own writer has them by default. */
  private static final long BLOCK_BYTES = 128L << 20;

  private static final int MOST_PADDING = 8 << 20;
  private static final int PAGE_BYTES = 1 << 20;

  private final ClosableOutput output;
  private final ParquetFileWriter writer;
  private final CompressionCodecFactory codecs;
  private final BytesInputCompressor compressor;
  private final Map<String, String> metadata;
  private final List<ParquetColumn> columns = new ArrayList<>();
  private final int groupRows;
  private int rows;
  private long written;

  /**
   * Creates a file.
   *
   * @param schema of the batches
   * @param message the same as Spark stores it
   * @param metadata what the footer says beside
   * @throws IllegalArgumentException if {@link #canWrite} says no
   */
  @SuppressWarnings("deprecation") // What replaces it is another one in each version of Parquet.
  public ParquetFile(
      Path path,
      Configuration configuration,
      StructType schema,
      MessageType message,
      CompressionCodecName codec,
      Map<String, String> metadata)
      throws IOException {
    this.metadata = metadata;
    this.groupRows = groupRows(schema.length());
    for (int c = 0; c < schema.length(); c++) {
      ColumnDescriptor descriptor = message.getColumns().get(c);
      columns.add(new ParquetColumn(descriptor, kind(schema, message, c).get(), groupRows));
    }
    this.codecs = new CodecFactory(configuration, PAGE_BYTES);
    this.compressor = codecs.getCompressor(codec);
    this.output = new ClosableOutput(HadoopOutputFile.fromPath(path, configuration));
    this.writer =
        new ParquetFileWriter(
            output, message, ParquetFileWriter.Mode.OVERWRITE, BLOCK_BYTES, MOST_PADDING);
    writer.start();
  }

  /** Whether batches of a schema can be written. */
  public static boolean canWrite(StructType schema, MessageType message) {
    for (int c = 0; c < schema.length(); c++) {
      if (!message.getType(c).isPrimitive() || kind(schema, message, c).isEmpty()) {
        return false;
      }
    }
    return schema.length() > 0;
  }

  private static Optional<ColumnKind> kind(StructType schema, MessageType message, int column) {
    PrimitiveType type = message.getType(column).asPrimitiveType();
    return ColumnKind.of(
        schema.fields()[column].dataType(),
        type.getPrimitiveTypeName(),
        type.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation timestamp
            && timestamp.getUnit() == LogicalTypeAnnotation.TimeUnit.MILLIS);
  }

  /** Rows of a row group. */
  private static int groupRows(int columns) {
    return Math.max(LEAST_ROWS, GROUP_BYTES / (columns * ParquetColumn.bytesPerRow()));
  }

  /** Appends the rows of a batch. */
  public void write(ColumnarBatch batch) throws IOException {
    int count = batch.numRows();
    if (rows + count > groupRows) {
      flush();
    }
    if (count > groupRows) {
      throw new IllegalArgumentException(
          "a batch of " + count + " rows is larger than a row group of " + groupRows);
    }
    for (int c = 0; c < columns.size(); c++) {
      columns.get(c).append(batch.column(c), count);
    }
    rows += count;
  }

  private void flush() throws IOException {
    if (rows == 0) {
      return;
    }
    writer.startBlock(rows);
    for (ParquetColumn column : columns) {
      column.write(writer, compressor);
    }
    writer.endBlock();
    written += rows;
    rows = 0;
  }

  /** Writes what is left and the footer. */
  public void finish() throws IOException {
    flush();
    writer.end(metadata);
  }

  /** Rows of the file, once it is finished. */
  public long rows() {
    return written;
  }

  /** Frees what codecs hold; a file that was not finished is no Parquet file. */
  @Override
  public void close() throws IOException {
    codecs.release();
    output.close();
  }
}
