package io.zarrspark.spark;

import io.zarrspark.spark.io.Stores;
import io.zarrspark.spark.io.WriteOptions;
import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.schema.TableLayout;
import io.zarrspark.spark.write.WriteRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
    return of(path, Optional.empty(), tableOptions, writeOptions);
  }

  /** A request to write into a table that exists, or to replace it. */
  static WriteRequest of(
      String path,
      Optional<TableLayout> existing,
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
    Map<String, String> located = new HashMap<>(options);
    located.put(ZarrOptions.PATH, path);
    try {
      return new WriteRequest(
          Stores.qualify(new ZarrOptions(located), session.sparkContext().hadoopConfiguration()),
          new WriteOptions(options),
          existing,
          false,
          Boolean.parseBoolean(session.conf().get("spark.sql.caseSensitive")));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }
}
