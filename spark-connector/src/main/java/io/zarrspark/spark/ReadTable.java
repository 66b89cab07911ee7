package io.zarrspark.spark;

import io.zarrspark.spark.io.ZarrOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * What tables of cells and tables of blocks have in common: a schema, and options that settle it.
 */
abstract class ReadTable implements SupportsRead {
  /** The key under which Spark keeps the comment of a column. */
  private static final String COMMENT = "comment";

  private final StructType schema;
  private final Map<String, String> options;

  ReadTable(StructType schema, Map<String, String> options) {
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
    return Set.of(TableCapability.BATCH_READ);
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
