package io.zarrspark.spark.write;

import io.zarrspark.spark.io.WriteOptions;
import io.zarrspark.spark.schema.DimensionColumn;
import java.util.List;
import java.util.Optional;

/**
 * What is asked of a write.
 *
 * @param location qualified path of the store
 * @param options of the write
 * @param existing the table that is there, if rows go into it
 * @param like the table whose dimensions, coordinates and chunks a new one has
 * @param replaces whether what is there is replaced
 * @param caseSensitive whether columns may differ by case only
 */
public record WriteRequest(
    String location,
    WriteOptions options,
    Optional<StoredTable> existing,
    Optional<StoredTable> like,
    boolean replaces,
    boolean caseSensitive) {

  WriteRequest replacing() {
    return new WriteRequest(location, options, existing, like, true, caseSensitive);
  }

  /** The dimensions of a new store that no option names: those of the one it is like. */
  Optional<List<String>> usualDims() {
    return like.or(() -> existing)
        .map(table -> table.layout().dimensions().stream().map(DimensionColumn::name).toList());
  }
}
