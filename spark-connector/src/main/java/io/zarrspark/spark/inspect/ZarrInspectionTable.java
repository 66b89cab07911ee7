package io.zarrspark.spark.inspect;

import io.zarrspark.ZarrNode;
import io.zarrspark.spark.io.Inspection;
import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A table about a store: its arrays, chunks or inner chunks. No data is read for it. */
public final class ZarrInspectionTable implements Table, SupportsRead {
  private final String location;
  private final Inspection inspection;
  private final Optional<List<String>> arrays;

  private ZarrInspectionTable(
      String location, Inspection inspection, Optional<List<String>> arrays) {
    this.location = location;
    this.inspection = inspection;
    this.arrays = arrays;
  }

  /**
   * Opens the table that the options ask for.
   *
   * @param location qualified path of the store
   * @throws java.io.FileNotFoundException if there is no node
   */
  public static Table open(String location, Store store, ZarrOptions options) throws IOException {
    if (store.get(ZarrNode.METADATA_KEY).isEmpty()) {
      ZarrNode.open(store, "");
    }
    return new ZarrInspectionTable(location, options.inspect().orElseThrow(), options.variables());
  }

  @Override
  public String name() {
    return inspection.name().toLowerCase(Locale.ROOT) + " of zarr `" + location + "`";
  }

  @Override
  @SuppressWarnings("deprecation") // Abstract in Spark 3.5 and 4.0.
  public StructType schema() {
    return InspectionSchema.of(inspection);
  }

  @Override
  public Column[] columns() {
    StructField[] fields = InspectionSchema.of(inspection).fields();
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
    return new ZarrInspectionScanBuilder(location, inspection, arrays);
  }
}
