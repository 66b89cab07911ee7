package io.zarrspark.spark;

import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.write.ZarrWriteBuilder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.expressions.IdentityTransform;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The table of CREATE TABLE AS SELECT. Its rows are written and published by the write itself, as
 * the last thing that it does, so nothing remains to be done here.
 */
final class StagedZarrTable implements StagedTable, SupportsWrite {
  private final String path;
  private final StructType schema;
  private final Map<String, String> properties;
  private final boolean replaces;

  StagedZarrTable(
      String path,
      StructType schema,
      Transform[] partitions,
      Map<String, String> properties,
      boolean replaces) {
    this.path = path;
    this.schema = schema;
    this.properties = new HashMap<>(properties);
    this.replaces = replaces;
    if (partitions.length > 0) {
      this.properties.put(ZarrOptions.DIMS, dims(partitions));
    }
  }

  /** Partitioning by columns names the dimensions. */
  private static String dims(Transform[] partitions) {
    return Arrays.stream(partitions)
        .map(
            partition -> {
              if (partition instanceof IdentityTransform identity
                  && identity.reference().fieldNames().length == 1) {
                return identity.reference().fieldNames()[0];
              }
              throw new IllegalArgumentException(
                  "A Zarr table is partitioned by its dimensions, which are columns, not by "
                      + partition.describe());
            })
        .collect(Collectors.joining(","));
  }

  @Override
  public String name() {
    return ZarrTable.name(path);
  }

  @Override
  @SuppressWarnings("deprecation") // Abstract in Spark 3.5 and 4.0.
  public StructType schema() {
    return schema;
  }

  @Override
  public Column[] columns() {
    return Arrays.stream(schema.fields()).map(StagedZarrTable::column).toArray(Column[]::new);
  }

  private static Column column(StructField field) {
    return Column.create(field.name(), field.dataType(), field.nullable(), null, null);
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(
        TableCapability.V1_BATCH_WRITE,
        TableCapability.TRUNCATE,
        TableCapability.ACCEPT_ANY_SCHEMA);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    ZarrWriteBuilder builder =
        new ZarrWriteBuilder(WriteRequests.of(path, properties, info.options()));
    return replaces ? builder.truncate() : builder;
  }

  @Override
  public void commitStagedChanges() {
    // Published already.
  }

  @Override
  public void abortStagedChanges() {
    // A write that fails leaves nothing.
  }
}
