package io.zarrspark.spark.inspect;

import io.zarrspark.spark.io.Inspection;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.types.StructType;

/** Learns which columns are wanted. */
final class ZarrInspectionScanBuilder implements ScanBuilder, SupportsPushDownRequiredColumns {
  private final String location;
  private final Inspection inspection;
  private final Optional<List<String>> arrays;
  private StructType columns;

  ZarrInspectionScanBuilder(String location, Inspection inspection, Optional<List<String>> arrays) {
    this.location = location;
    this.inspection = inspection;
    this.arrays = arrays;
    this.columns = InspectionSchema.of(inspection);
  }

  @Override
  public void pruneColumns(StructType requiredSchema) {
    // Of structs within, whole ones come, whatever parts are wanted.
    StructType pruned = new StructType();
    for (String name : requiredSchema.fieldNames()) {
      StructType all = InspectionSchema.of(inspection);
      pruned = pruned.add(all.apply(all.fieldIndex(name)));
    }
    columns = pruned;
  }

  @Override
  public Scan build() {
    return new ZarrInspectionScan(location, inspection, arrays, columns);
  }
}
