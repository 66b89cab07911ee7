package io.zarrspark.spark.schema;

import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;

/**
 * A dimension of a table as a column: its coordinates, or the index from 0 if it has none.
 *
 * @param name its name
 * @param size number of indices
 * @param coordinate the array of its coordinates
 */
public record DimensionColumn(String name, long size, Optional<ArrayColumn> coordinate) {

  public DataType sparkType() {
    return coordinate.map(array -> array.decoding().sparkType()).orElse(DataTypes.LongType);
  }

  Metadata metadata() {
    return coordinate.map(ColumnMetadata::of).orElse(Metadata.empty());
  }

  public boolean isNullable() {
    return coordinate.map(array -> array.decoding().isNullable()).orElse(false);
  }
}
