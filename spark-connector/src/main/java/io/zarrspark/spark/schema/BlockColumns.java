package io.zarrspark.spark.schema;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of a table with one row per block. Per dimension: where the block starts and how many
 * indices it has, {@code lat_start} and {@code lat_size}; the coordinates of these indices, {@code
 * lat}, an array. Then per variable the values of the cells, an array in C order of the table's
 * dimensions.
 */
public final class BlockColumns {
  private static final String START = "_start";
  private static final String SIZE = "_size";

  private final TableLayout layout;

  /**
   * The columns for a table.
   *
   * @param caseSensitive whether columns may differ by case only
   */
  public BlockColumns(TableLayout layout, boolean caseSensitive) {
    this.layout = layout;
    requireDistinctNames(caseSensitive);
  }

  private void requireDistinctNames(boolean caseSensitive) {
    Map<String, String> seen = new HashMap<>();
    for (String name : schema().fieldNames()) {
      String other = seen.put(caseSensitive ? name : name.toLowerCase(Locale.ROOT), name);
      if (other != null) {
        throw new LayoutException(
            layout.location()
                + ": the column "
                + name
                + " of layout=blocks is needed for the blocks of a dimension, but there is a"
                + " variable "
                + other
                + ". Leave it out with the option variables");
      }
    }
  }

  public StructType schema() {
    StructType schema = new StructType();
    for (DimensionColumn dimension : layout.dimensions()) {
      schema =
          schema
              .add(dimension.name() + START, DataTypes.LongType, false)
              .add(dimension.name() + SIZE, DataTypes.IntegerType, false);
    }
    for (StructField cells : layout.schema().fields()) {
      schema =
          schema.add(
              cells.name(),
              DataTypes.createArrayType(cells.dataType(), cells.nullable()),
              false,
              cells.metadata());
    }
    return schema;
  }

  /** The dimension whose first index in the block a column of that name is. */
  public Optional<Integer> startOf(String name) {
    return dimension(name, START);
  }

  /** The dimension whose number of indices in the block a column of that name is. */
  public Optional<Integer> sizeOf(String name) {
    return dimension(name, SIZE);
  }

  private Optional<Integer> dimension(String name, String suffix) {
    if (!name.endsWith(suffix) || layout.hasColumn(name)) {
      return Optional.empty();
    }
    int dimension = layout.dimension(name.substring(0, name.length() - suffix.length()));
    return dimension < 0 ? Optional.empty() : Optional.of(dimension);
  }
}
