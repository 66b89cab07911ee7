package io.zarrspark.spark;

import io.zarrspark.spark.read.ZarrBlocksScanBuilder;
import io.zarrspark.spark.schema.BlockColumns;
import io.zarrspark.spark.schema.TableLayout;
import io.zarrspark.spark.write.SelfOverwrite;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A Zarr array or group as a table with one row per block. */
final class ZarrBlocksTable extends ReadTable {
  private final BlockColumns columns;

  ZarrBlocksTable(String location, TableLayout layout, Map<String, String> options) {
    this(
        location,
        layout,
        new BlockColumns(
            layout,
            Boolean.parseBoolean(SparkSession.active().conf().get("spark.sql.caseSensitive"))),
        options);
  }

  private ZarrBlocksTable(
      String location, TableLayout layout, BlockColumns columns, Map<String, String> options) {
    super(location, layout, columns.schema(), options);
    this.columns = columns;
    // Told where the table is named rather than where it is read.
    scanBuilder(new CaseInsensitiveStringMap(options));
  }

  @Override
  public String name() {
    return "blocks of zarr `" + layout().location() + "`";
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap readOptions) {
    SelfOverwrite.reads(storeLocation());
    return scanBuilder(readOptions);
  }

  private ScanBuilder scanBuilder(CaseInsensitiveStringMap readOptions) {
    return new ZarrBlocksScanBuilder(storeLocation(), layout(), columns, options(readOptions));
  }
}
