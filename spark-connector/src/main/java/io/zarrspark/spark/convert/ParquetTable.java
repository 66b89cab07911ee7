package io.zarrspark.spark.convert;

import io.zarrspark.spark.io.StoreDirectory;
import io.zarrspark.spark.io.Stores;
import io.zarrspark.spark.parquet.ParquetFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.execution.datasources.parquet.SparkToParquetSchemaConverter;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the batches of a scan as a folder of Parquet files, without making rows of them, which is
 * what takes most of the time of Spark's own writer. The files are those that it would write.
 *
 * <p>They are written into a hidden folder beside the target, and moved when all are there.
 */
final class ParquetTable {
  private static final Logger LOG = LoggerFactory.getLogger(ParquetTable.class);

  /** The only option of Spark's writer that is known here. */
  private static final String COMPRESSION = "compression";

  private static final Map<String, CompressionCodecName> CODECS =
      Map.of(
          "none", CompressionCodecName.UNCOMPRESSED,
          "uncompressed", CompressionCodecName.UNCOMPRESSED,
          "snappy", CompressionCodecName.SNAPPY,
          "gzip", CompressionCodecName.GZIP,
          "zstd", CompressionCodecName.ZSTD);

  private final JavaSparkContext spark;
  private final StructType schema;
  private final MessageType message;
  private final PartitionReaderFactory readers;
  private final List<InputPartition> partitions;
  private final CompressionCodecName codec;
  private final StoreDirectory target;

  private ParquetTable(
      JavaSparkContext spark,
      StructType schema,
      MessageType message,
      Batch batch,
      CompressionCodecName codec,
      StoreDirectory target) {
    this.spark = spark;
    this.schema = schema;
    this.message = message;
    this.readers = batch.createReaderFactory();
    this.partitions = Arrays.asList(batch.planInputPartitions());
    this.codec = codec;
    this.target = target;
  }

  /**
   * The table of rows that are nothing but a scan, of columns that can be written so; empty for
   * others, for options that only Spark's writer knows, and where files cannot be renamed.
   */
  static Optional<ParquetTable> of(Dataset<Row> rows, TableSource target, JavaSparkContext spark)
      throws IOException {
    if (!"parquet".equals(target.format())
        || !Set.of(COMPRESSION).containsAll(target.options().keySet())
        || !(rows.queryExecution().optimizedPlan() instanceof DataSourceV2ScanRelation relation)) {
      return Optional.empty();
    }
    StructType schema = nullable(relation.scan().readSchema());
    CompressionCodecName codec = CODECS.get(compression(rows, target).toLowerCase(Locale.ROOT));
    Configuration configuration = spark.hadoopConfiguration();
    Path path = new Path(target.place());
    path = path.getFileSystem(configuration).makeQualified(path);
    StoreDirectory directory = StoreDirectory.of(path.toString(), configuration);
    MessageType message = new SparkToParquetSchemaConverter(SQLConf.get()).convert(schema);
    if (codec == null
        || !Arrays.equals(schema.fieldNames(), rows.schema().fieldNames())
        || !ParquetFile.canWrite(schema, message)
        || !directory.canRename()) {
      return Optional.empty();
    }
    ParquetTable table =
        new ParquetTable(spark, schema, message, relation.scan().toBatch(), codec, directory);
    return table.partitions.stream().allMatch(table.readers::supportColumnarReads)
        ? Optional.of(table)
        : Optional.empty();
  }

  private static String compression(Dataset<Row> rows, TableSource target) {
    String usual = rows.sparkSession().conf().get("spark.sql.parquet.compression.codec", "snappy");
    return target.options().getOrDefault(COMPRESSION, usual);
  }

  /** As Spark stores any table. */
  private static StructType nullable(StructType schema) {
    StructType nullable = new StructType();
    for (StructField field : schema.fields()) {
      nullable = nullable.add(field.name(), field.dataType(), true, field.metadata());
    }
    return nullable;
  }

  /**
   * Writes the table.
   *
   * @param mode as {@link ToTable} has it
   * @return the number of rows
   */
  long write(String mode) throws IOException {
    boolean exists = target.exists();
    if (exists && mode.equals("error")) {
      throw new FileAlreadyExistsException(
          target.location()
              + " already exists. Choose --mode append or overwrite, or another path");
    }
    String token = UUID.randomUUID().toString();
    StoreDirectory hidden = target.sibling("." + target.name() + "." + token + ".tmp");
    try {
      List<WrittenFile> files = writeFiles(hidden.child("parts"), token);
      if (exists && mode.equals("append")) {
        move(files, hidden.child("parts"), target);
      } else {
        move(files, hidden.child("parts"), hidden.child("new"));
        if (exists) {
          target.moveTo(hidden.child("old"));
        }
        hidden.child("new").moveTo(target);
      }
      return files.stream().mapToLong(WrittenFile::rows).sum();
    } finally {
      deleteQuietly(hidden);
    }
  }

  /** Whether it succeeds changes nothing for who reads the table, nor why writing it has failed. */
  private static void deleteQuietly(StoreDirectory hidden) {
    try {
      hidden.delete();
    } catch (IOException e) {
      LOG.warn("Cannot delete {}, which nothing reads: delete it", hidden.location(), e);
    }
  }

  private List<WrittenFile> writeFiles(StoreDirectory folder, String token) {
    Broadcast<SerializableConfiguration> configuration =
        spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration()));
    ParquetTask task =
        new ParquetTask(
            readers,
            folder.location(),
            token,
            schema,
            message.toString(),
            codec,
            Map.of(
                "org.apache.spark.version",
                spark.version(),
                "org.apache.spark.sql.parquet.row.metadata",
                schema.json()),
            configuration);
    try {
      return partitions.isEmpty()
          ? List.of()
          : spark.parallelize(partitions, partitions.size()).map(task).collect();
    } finally {
      configuration.destroy();
    }
  }

  /** Moves the files of the attempts that counted; what marks them as all of them comes last. */
  private void move(List<WrittenFile> files, StoreDirectory from, StoreDirectory to)
      throws IOException {
    for (WrittenFile file : files) {
      from.child(file.name()).moveTo(to.child(file.name()));
    }
    Stores.open(to.location(), spark.hadoopConfiguration()).put("_SUCCESS", new byte[0]);
  }
}
