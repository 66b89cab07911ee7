package io.zarrspark.spark;

import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.write.InnerTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SupportsCatalogOptions;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The source {@code zarr}: {@code spark.read.format("zarr").load("s3a://bucket/store")}.
 *
 * <p>Tables come from a catalog that the source registers by itself, since only catalog tables can
 * be written with a distribution by chunk. A catalog sees no options when it loads a table, so
 * those that decide the schema are part of the identifier.
 */
public final class ZarrDataSource implements SupportsCatalogOptions, DataSourceRegister {
  private static final String CATALOG = "default_zarr";

  @Override
  public String shortName() {
    return "zarr";
  }

  @Override
  public String extractCatalog(CaseInsensitiveStringMap options) {
    SparkSession session = SparkSession.active();
    String key = "spark.sql.catalog." + CATALOG;
    if (!session.conf().contains(key)) {
      session.conf().set(key, ZarrCatalog.class.getName());
    }
    return CATALOG;
  }

  @Override
  public Identifier extractIdentifier(CaseInsensitiveStringMap options) {
    if (options.containsKey(InnerTables.OPTION)) {
      return Identifier.of(new String[] {ZarrCatalog.INNER}, options.get(InnerTables.OPTION));
    }
    List<String> namespace = new ArrayList<>();
    for (String option : ZarrOptions.SCHEMA_OPTIONS) {
      if (options.containsKey(option)) {
        namespace.add(option + "=" + options.get(option));
      }
    }
    return Identifier.of(namespace.toArray(new String[0]), new ZarrOptions(options).path());
  }

  @Override
  @SuppressWarnings("deprecation") // Abstract in Spark 3.5 and 4.0.
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return ZarrTable.open(options).schema();
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return ZarrTable.open(properties);
  }
}
