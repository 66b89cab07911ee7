package io.zarrspark.spark;

import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.read.ZarrScanBuilder;
import io.zarrspark.spark.schema.MetadataColumns;
import io.zarrspark.spark.schema.TableLayout;
import io.zarrspark.spark.write.SelfOverwrite;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A Zarr array or group as a table. */
final class ZarrTable extends ReadTable implements SupportsMetadataColumns {
  private final boolean isInCatalog;

  ZarrTable(String location, TableLayout layout, Map<String, String> options) {
    this(location, layout, options, false);
  }

  private ZarrTable(
      String location, TableLayout layout, Map<String, String> options, boolean isInCatalog) {
    super(location, layout, layout.schema(), options);
    this.isInCatalog = isInCatalog;
  }

  /** The same as a table of {@link ZarrCatalog}, whose functions its scans may name. */
  ZarrTable inCatalog() {
    return new ZarrTable(storeLocation(), layout(), tableOptions(), true);
  }

  /** Opens the table that options describe, the path among them. */
  static Table open(Map<String, String> options) {
    return TableOpener.open(new ZarrOptions(options), options);
  }

  @Override
  public String name() {
    return name(layout().location());
  }

  /** As SQL names the table of a path: Spark parses names for some of its messages. */
  static String name(String path) {
    return "zarr.`" + path.replace("`", "``") + "`";
  }

  @Override
  public MetadataColumn[] metadataColumns() {
    return MetadataColumns.of(layout());
  }

  @Override
  public boolean canRenameConflictingMetadataColumns() {
    return true;
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap readOptions) {
    SelfOverwrite.reads(storeLocation());
    return new ZarrScanBuilder(storeLocation(), layout(), options(readOptions), isInCatalog);
  }
}
