package io.zarrspark.spark;

import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.schema.TableLayout;
import io.zarrspark.spark.write.StoredTable;
import io.zarrspark.spark.write.ZarrWriteBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * What tables of cells and tables of blocks have in common: where they lie, a schema, options that
 * settle it, and that rows can be written into them.
 */
abstract class ReadTable implements SupportsRead, SupportsWrite, StoredTable {
  /** The key under which Spark keeps the comment of a column. */
  private static final String COMMENT = "comment";

  private final String storeLocation;
  private final TableLayout layout;
  private final StructType schema;
  private final Map<String, String> options;

  ReadTable(
      String storeLocation, TableLayout layout, StructType schema, Map<String, String> options) {
    this.storeLocation = storeLocation;
    this.layout = layout;
    this.schema = schema;
    this.options = Map.copyOf(options);
  }

  @Override
  @SuppressWarnings("deprecation") // Abstract in Spark 3.5 and 4.0.
  public StructType schema() {
    return schema;
  }

  @Override
  public Column[] columns() {
    StructField[] fields = schema.fields();
    Column[] columns = new Column[fields.length];
    for (int i = 0; i < columns.length; i++) {
      Metadata metadata = fields[i].metadata();
      columns[i] =
          Column.create(
              fields[i].name(),
              fields[i].dataType(),
              fields[i].nullable(),
              metadata.contains(COMMENT) ? metadata.getString(COMMENT) : null,
              metadata.json());
    }
    return columns;
  }

  @Override
  public Set<TableCapability> capabilities() {
    // Any schema: the write looks at the columns itself, since some may be missing. Spark 4.1
    // would fill those with NULL.
    return Set.of(
        TableCapability.BATCH_READ,
        TableCapability.V1_BATCH_WRITE,
        TableCapability.TRUNCATE,
        TableCapability.ACCEPT_ANY_SCHEMA);
  }

  @Override
  public final String storeLocation() {
    return storeLocation;
  }

  @Override
  public final TableLayout layout() {
    return layout;
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new ZarrWriteBuilder(WriteRequests.of(this, options, info.options()));
  }

  final Map<String, String> tableOptions() {
    return options;
  }

  /** The options of one reading. */
  final ZarrOptions options(CaseInsensitiveStringMap readOptions) {
    Map<String, String> all = new HashMap<>(readOptions.asCaseSensitiveMap());
    // The schema is settled: an option of the table outweighs one given to the reader.
    all.keySet().removeIf(name -> new CaseInsensitiveStringMap(options).containsKey(name));
    all.putAll(options);
    return new ZarrOptions(all);
  }
}
