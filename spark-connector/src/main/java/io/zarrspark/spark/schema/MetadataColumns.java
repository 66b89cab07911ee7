package io.zarrspark.spark.schema;

import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * What is known of a cell by its place: {@code _block}, the C-order number of its block in the grid
 * of blocks, and per dimension {@code _index_<dimension>}, its index from 0. Queries that name none
 * of them do not get them.
 *
 * <p>Where the table has a column of such a name, Spark asks for the metadata column by a name with
 * more underscores in front.
 */
public final class MetadataColumns {
  private static final String BLOCK = "_block";
  private static final String INDEX = "_index_";

  private MetadataColumns() {}

  /** The metadata columns of a table. */
  public static MetadataColumn[] of(TableLayout layout) {
    int rank = layout.dimensions().size();
    MetadataColumn[] columns = new MetadataColumn[rank + 1];
    columns[0] =
        new Column(BLOCK, DataTypes.LongType, false, "number of the block in the grid of blocks");
    for (int d = 0; d < rank; d++) {
      String dimension = layout.dimensions().get(d).name();
      columns[d + 1] =
          new Column(
              INDEX + dimension, DataTypes.LongType, false, "index along " + dimension + " from 0");
    }
    return columns;
  }

  private record Column(String name, DataType dataType, boolean isNullable, String comment)
      implements MetadataColumn {}

  /** Whether a name is that of the number of the block. */
  public static boolean isBlock(TableLayout layout, String name) {
    return BLOCK.equals(original(layout, name));
  }

  /** The dimension whose index a column of that name is; below 0 if it is none. */
  public static int indexedDimension(TableLayout layout, String name) {
    String original = original(layout, name);
    if (original != null && original.startsWith(INDEX)) {
      return layout.dimension(original.substring(INDEX.length()));
    }
    return -1;
  }

  /** The name before Spark put underscores to it; null for a column of the table. */
  private static String original(TableLayout layout, String name) {
    if (!name.startsWith("_") || layout.hasColumn(name)) {
      return null;
    }
    int letters = 0;
    while (letters < name.length() && name.charAt(letters) == '_') {
      letters++;
    }
    return "_" + name.substring(letters);
  }
}
