package io.zarrspark.spark.write;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Columns of the rows to write, by name. */
final class Columns {
  private Columns() {}

  /** References to columns, whatever characters their names have. */
  static Column[] of(List<String> names) {
    return names.stream().map(Columns::of).toArray(Column[]::new);
  }

  static Column of(String name) {
    return functions.col("`" + name.replace("`", "``") + "`");
  }

  /**
   * The column that a name means.
   *
   * @throws WriteException if two do
   */
  static Optional<StructField> find(StructType schema, String name, boolean caseSensitive) {
    StructField found = null;
    for (StructField field : schema.fields()) {
      boolean same =
          caseSensitive ? field.name().equals(name) : field.name().equalsIgnoreCase(name);
      if (same && found != null) {
        throw new WriteException(
            "The rows have two columns named " + name + ". Drop or rename one");
      }
      found = same ? field : found;
    }
    return Optional.ofNullable(found);
  }
}
