package io.zarrspark.spark;

import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.read.BlockFunction;
import io.zarrspark.spark.write.InnerTables;
import io.zarrspark.type.ZarrException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.StagingTableCatalog;
import org.apache.spark.sql.connector.catalog.Table;
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
public final class ZarrCatalog implements StagingTableCatalog, FunctionCatalog {
  /** The namespace of the tables that a write makes for itself. */
  static final String INNER = "inner";

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
    if (Arrays.equals(identifier.namespace(), new String[] {INNER})) {
      return InnerTables.table(identifier.name())
          .orElseThrow(() -> new NoSuchTableException(identifier));
    }
    Map<String, String> options = options(identifier);
    // Who names dimensions may want to create the table, or to replace one of other dimensions.
    boolean mayCreate = options.containsKey(ZarrOptions.DIMS);
    try {
      Table table = ZarrTable.open(options);
      return table instanceof ZarrTable cells ? cells.inCatalog() : table;
    } catch (NodeNotFoundException e) {
      if (mayCreate) {
        return new NewTable(identifier.name(), options, e);
      }
      throw e.of(identifier);
    } catch (ZarrException e) {
      if (mayCreate) {
        return new NewTable(identifier.name(), options, e);
      }
      throw e;
    }
  }

  /** Whether there is a Zarr node, readable or not. */
  @Override
  public boolean tableExists(Identifier identifier) {
    return TableOpener.exists(new ZarrOptions(options(identifier)));
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
        .or(() -> InnerTables.function(identifier.name()))
        .orElseThrow(() -> new NoSuchFunctionException(identifier));
  }

  @Override
  @SuppressWarnings("deprecation") // Abstract in Spark 3.5 and 4.0.
  public Table createTable(
      Identifier identifier,
      StructType schema,
      Transform[] partitions,
      Map<String, String> properties) {
    throw new UnsupportedOperationException(
        "Cannot create "
            + identifier.name()
            + " without rows, whose coordinates are those of its dimensions. Use CREATE TABLE AS"
            + " SELECT or DataFrame.write; the option template leaves the cells for later");
  }

  @Override
  @SuppressWarnings("deprecation") // Abstract in Spark 3.5 and 4.0.
  public StagedTable stageCreate(
      Identifier identifier,
      StructType schema,
      Transform[] partitions,
      Map<String, String> properties)
      throws TableAlreadyExistsException {
    if (tableExists(identifier)) {
      throw new TableAlreadyExistsException(identifier);
    }
    return staged(identifier, schema, partitions, properties, false);
  }

  @Override
  @SuppressWarnings("deprecation") // Abstract in Spark 3.5 and 4.0.
  public StagedTable stageReplace(
      Identifier identifier,
      StructType schema,
      Transform[] partitions,
      Map<String, String> properties)
      throws NoSuchTableException {
    if (!tableExists(identifier)) {
      throw new NoSuchTableException(identifier);
    }
    return staged(identifier, schema, partitions, properties, true);
  }

  @Override
  @SuppressWarnings("deprecation") // Abstract in Spark 3.5 and 4.0.
  public StagedTable stageCreateOrReplace(
      Identifier identifier,
      StructType schema,
      Transform[] partitions,
      Map<String, String> properties) {
    return staged(identifier, schema, partitions, properties, true);
  }

  private static StagedTable staged(
      Identifier identifier,
      StructType schema,
      Transform[] partitions,
      Map<String, String> properties,
      boolean replaces) {
    Map<String, String> all = new HashMap<>(properties);
    all.putAll(options(identifier));
    return new StagedZarrTable(identifier.name(), schema, partitions, all, replaces);
  }

  @Override
  public Table alterTable(Identifier identifier, TableChange... changes) {
    throw notAltered("alter", identifier);
  }

  @Override
  public boolean dropTable(Identifier identifier) {
    throw notAltered("drop", identifier);
  }

  @Override
  public void renameTable(Identifier from, Identifier to) {
    throw notAltered("rename", from);
  }

  private static UnsupportedOperationException notAltered(String verb, Identifier identifier) {
    return new UnsupportedOperationException(
        "Cannot "
            + verb
            + " "
            + identifier.name()
            + ": Zarr tables can be read and written, but not altered");
  }
}
