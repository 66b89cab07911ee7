package io.zarrspark.spark.write;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;

/**
 * The tables that a write writes into on its way, which nobody else can name: one that collects
 * coordinates, one that takes the rows. They live in the driver as long as their write.
 */
public final class InnerTables {
  /** The option that names one, for the source. */
  public static final String OPTION = "zarrInnerTable";

  /** Prefix of the names of functions. */
  private static final String FUNCTION = "zarr_object_";

  private static final Map<String, Table> TABLES = new ConcurrentHashMap<>();
  private static final Map<String, UnboundFunction> FUNCTIONS = new ConcurrentHashMap<>();

  private InnerTables() {}

  /** The table of a token. */
  public static Optional<Table> table(String token) {
    return Optional.ofNullable(TABLES.get(token));
  }

  /** The function of that name. */
  public static Optional<UnboundFunction> function(String name) {
    return Optional.ofNullable(FUNCTIONS.get(name));
  }

  static String newToken() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  static String functionName(String token) {
    return FUNCTION + token;
  }

  /** Writes rows into a table of ours, by an ordinary append; its columns are found by name. */
  static void append(Dataset<Row> rows, String token, Table table, ObjectFunction function) {
    TABLES.put(token, table);
    if (function != null) {
      FUNCTIONS.put(function.name(), function);
    }
    try {
      rows.write().format("zarr").mode("append").option(OPTION, token).save();
    } finally {
      TABLES.remove(token);
      FUNCTIONS.remove(functionName(token));
    }
  }
}
