package io.zarrspark.spark.write;

import io.zarrspark.spark.io.WriteOptions;
import io.zarrspark.spark.schema.DimensionColumn;
import io.zarrspark.spark.schema.TableLayout;
import java.util.List;
import java.util.Optional;

/**
 * What is asked of a write.
 *
 * @param location qualified path of the store
 * @param options of the write
 * @param existing the table that is there, if rows go into it
 * @param replaces whether what is there is replaced
 * @param caseSensitive whether columns may differ by case only
 */
public record WriteRequest(
    String location,
    WriteOptions options,
    Optional<TableLayout> existing,
    boolean replaces,
    boolean caseSensitive) {

  WriteRequest replacing() {
    return new WriteRequest(location, options, existing, true, caseSensitive);
  }

  Optional<List<String>> existingDims() {
    return existing.map(layout -> layout.dimensions().stream().map(DimensionColumn::name).toList());
  }
}
