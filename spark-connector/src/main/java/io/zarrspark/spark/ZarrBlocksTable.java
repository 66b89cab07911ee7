package io.zarrspark.spark;

import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.read.ZarrBlocksScanBuilder;
import io.zarrspark.spark.schema.BlockColumns;
import io.zarrspark.spark.schema.TableLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A Zarr array or group as a table with one row per block. */
final class ZarrBlocksTable implements Table, SupportsRead {
  private final String location;
  private final TableLayout layout;
  private final BlockColumns columns;
  private final Map<String, String> options;

  ZarrBlocksTable(String location, TableLayout layout, Map<String, String> options) {
    this.location = location;
    this.layout = layout;
    this.columns =
        new BlockColumns(
            layout,
            Boolean.parseBoolean(SparkSession.active().conf().get("spark.sql.caseSensitive")));
    this.options = Map.copyOf(options);
    // Told where the table is named rather than where it is read.
    newScanBuilder(new CaseInsensitiveStringMap(options));
  }

  @Override
  public String name() {
    return "blocks of zarr `" + layout.location() + "`";
  }

  @Override
  @SuppressWarnings("deprecation") // Abstract in Spark 3.5 and 4.0.
  public StructType schema() {
    return columns.schema();
  }

  @Override
  public Column[] columns() {
    StructField[] fields = columns.schema().fields();
    Column[] all = new Column[fields.length];
    for (int i = 0; i < all.length; i++) {
      all[i] =
          Column.create(fields[i].name(), fields[i].dataType(), fields[i].nullable(), null, null);
    }
    return all;
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(TableCapability.BATCH_READ);
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap readOptions) {
    Map<String, String> all = new HashMap<>(readOptions.asCaseSensitiveMap());
    // The schema is settled: an option of the table outweighs one given to the reader.
    all.keySet().removeIf(name -> new CaseInsensitiveStringMap(options).containsKey(name));
    all.putAll(options);
    return new ZarrBlocksScanBuilder(location, layout, columns, new ZarrOptions(all));
  }
}
