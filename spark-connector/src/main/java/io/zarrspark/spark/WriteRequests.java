package io.zarrspark.spark;

import io.zarrspark.spark.io.Stores;
import io.zarrspark.spark.io.WriteOptions;
import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.schema.LayoutException;
import io.zarrspark.spark.write.StoredTable;
import io.zarrspark.spark.write.WriteRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** What is asked of a write, put together from where Spark says it. */
final class WriteRequests {
  private WriteRequests() {}

  /**
   * A request to create a store.
   *
   * @param tableOptions of the table's identifier, or its properties
   * @param writeOptions of the write; they outweigh those of the table
   */
  static WriteRequest of(
      String path, Map<String, String> tableOptions, CaseInsensitiveStringMap writeOptions) {
    return of(path, Optional.<StoredTable>empty(), tableOptions, writeOptions);
  }

  /** A request to write into a table that exists, or to replace it. */
  static WriteRequest of(
      ReadTable table, Map<String, String> tableOptions, CaseInsensitiveStringMap writeOptions) {
    return of(new ZarrOptions(tableOptions).path(), Optional.of(table), tableOptions, writeOptions);
  }

  private static WriteRequest of(
      String path,
      Optional<StoredTable> existing,
      Map<String, String> tableOptions,
      CaseInsensitiveStringMap writeOptions) {
    SparkSession session = SparkSession.active();
    Map<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    tableOptions.forEach(
        (name, value) ->
            // OPTIONS of SQL come as properties of such names.
            options.put(
                name.toLowerCase(Locale.ROOT).startsWith("option.")
                    ? name.substring("option.".length())
                    : name,
                value));
    options.putAll(writeOptions.asCaseSensitiveMap());
    options.put(ZarrOptions.PATH, path);
    WriteOptions parsed = new WriteOptions(options);
    Configuration configuration = session.sparkContext().hadoopConfiguration();
    try {
      Stores.requireNoRepository(new ZarrOptions(options), configuration);
      return new WriteRequest(
          Stores.qualify(new ZarrOptions(options), configuration),
          parsed,
          existing,
          parsed.like().map(like -> like(like, parsed)),
          false,
          Boolean.parseBoolean(session.conf().get("spark.sql.caseSensitive")));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /** The table that a new one shall be like; of several in a group, the one of its dimensions. */
  private static StoredTable like(String path, WriteOptions options) {
    Map<String, String> plain = Map.of(ZarrOptions.PATH, path);
    try {
      return (StoredTable) ZarrTable.open(plain);
    } catch (LayoutException e) {
      if (options.dims().isEmpty()) {
        throw e;
      }
      return (StoredTable)
          ZarrTable.open(
              Map.of(
                  ZarrOptions.PATH,
                  path,
                  ZarrOptions.DIMS,
                  String.join(",", options.dims().get())));
    }
  }
}
