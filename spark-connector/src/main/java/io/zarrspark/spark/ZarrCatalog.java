package io.zarrspark.spark;

import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.read.BlockFunction;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A catalog whose tables are named by their paths. The parts of a namespace are options, such as
 * {@code dims=time,lat,lon}.
 *
 * <p>Its functions are those that scans name when they report how they are partitioned.
 */
public final class ZarrCatalog implements TableCatalog, FunctionCatalog {
  private String name;

  @Override
  public void initialize(String catalogName, CaseInsensitiveStringMap options) {
    name = catalogName;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Table loadTable(Identifier identifier) throws NoSuchTableException {
    try {
      return ZarrTable.open(options(identifier)).inCatalog();
    } catch (NodeNotFoundException e) {
      throw e.of(identifier);
    }
  }

  private static Map<String, String> options(Identifier identifier) {
    Map<String, String> options = new HashMap<>();
    for (String part : identifier.namespace()) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException(
            "\""
                + part
                + "\" is not an option. A table of this catalog is named by its path alone:"
                + " `s3a://bucket/store`");
      }
      options.put(part.substring(0, equals), part.substring(equals + 1));
    }
    options.put(ZarrOptions.PATH, identifier.name());
    return options;
  }

  @Override
  public Identifier[] listTables(String[] namespace) {
    throw new UnsupportedOperationException(
        "Zarr tables are named by their paths and cannot be listed");
  }

  /** None: scans name their functions, nobody else calls them. */
  @Override
  public Identifier[] listFunctions(String[] namespace) {
    return new Identifier[0];
  }

  @Override
  public UnboundFunction loadFunction(Identifier identifier) throws NoSuchFunctionException {
    return BlockFunction.named(identifier.name())
        .orElseThrow(() -> new NoSuchFunctionException(identifier));
  }

  @Override
  @SuppressWarnings("deprecation") // Abstract in Spark 3.5 and 4.0.
  public Table createTable(
      Identifier identifier,
      StructType schema,
      Transform[] partitions,
      Map<String, String> properties) {
    throw readOnly("create", identifier);
  }

  @Override
  public Table alterTable(Identifier identifier, TableChange... changes) {
    throw readOnly("alter", identifier);
  }

  @Override
  public boolean dropTable(Identifier identifier) {
    throw readOnly("drop", identifier);
  }

  @Override
  public void renameTable(Identifier from, Identifier to) {
    throw readOnly("rename", from);
  }

  private static UnsupportedOperationException readOnly(String verb, Identifier identifier) {
    return new UnsupportedOperationException(
        "Cannot " + verb + " " + identifier.name() + ": Zarr tables can only be read so far");
  }
}
