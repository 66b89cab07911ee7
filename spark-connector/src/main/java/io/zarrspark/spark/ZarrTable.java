package io.zarrspark.spark;

import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.read.ZarrScanBuilder;
import io.zarrspark.spark.schema.TableLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A Zarr array or group as a table. */
final class ZarrTable implements Table, SupportsRead {
  private final String location;
  private final TableLayout layout;
  private final Map<String, String> options;

  private final boolean isInCatalog;

  ZarrTable(String location, TableLayout layout, Map<String, String> options) {
    this(location, layout, options, false);
  }

  private ZarrTable(
      String location, TableLayout layout, Map<String, String> options, boolean isInCatalog) {
    this.location = location;
    this.layout = layout;
    this.options = Map.copyOf(options);
    this.isInCatalog = isInCatalog;
  }

  /** The same as a table of {@link ZarrCatalog}, whose functions its scans may name. */
  ZarrTable inCatalog() {
    return new ZarrTable(location, layout, options, true);
  }

  /** Opens the table that options describe, the path among them. */
  static ZarrTable open(Map<String, String> options) {
    return TableOpener.open(new ZarrOptions(options), options);
  }

  TableLayout layout() {
    return layout;
  }

  @Override
  public String name() {
    return "zarr `" + layout.location() + "`";
  }

  @Override
  @SuppressWarnings("deprecation") // Abstract in Spark 3.5 and 4.0.
  public StructType schema() {
    return layout.schema();
  }

  @Override
  public Column[] columns() {
    StructField[] fields = layout.schema().fields();
    Column[] columns = new Column[fields.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] =
          Column.create(fields[i].name(), fields[i].dataType(), fields[i].nullable(), null, null);
    }
    return columns;
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
    return new ZarrScanBuilder(location, layout, new ZarrOptions(all), isInCatalog);
  }
}
