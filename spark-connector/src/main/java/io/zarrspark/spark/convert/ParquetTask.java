package io.zarrspark.spark.convert;

import io.zarrspark.spark.parquet.ParquetFile;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Writes a partition of a scan as a Parquet file, batch by batch. Each attempt has a file of its
 * own.
 *
 * @param folder that of the files
 * @param token of the write, part of their names
 * @param message the schema as Parquet writes it
 */
record ParquetTask(
    PartitionReaderFactory readers,
    String folder,
    String token,
    StructType schema,
    String message,
    CompressionCodecName codec,
    Map<String, String> metadata,
    Broadcast<SerializableConfiguration> configuration)
    implements Function<InputPartition, WrittenFile> {

  @Override
  public WrittenFile call(InputPartition partition) throws IOException {
    TaskContext context = TaskContext.get();
    String name =
        String.format(
            "part-%05d-%s-%d%s.parquet",
            context.partitionId(), token, context.taskAttemptId(), codec.getExtension());
    MessageType type = MessageTypeParser.parseMessageType(message);
    try (PartitionReader<ColumnarBatch> reader = readers.createColumnarReader(partition);
        ParquetFile file =
            new ParquetFile(
                new Path(folder, name),
                configuration.value().value(),
                schema,
                type,
                codec,
                metadata)) {
      while (reader.next()) {
        if (context.isInterrupted()) {
          throw new IOException("the task was stopped");
        }
        file.write(reader.get());
      }
      file.finish();
      return new WrittenFile(name, file.rows());
    }
  }
}
