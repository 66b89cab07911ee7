package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.CoordinateValues;
import io.zarrspark.spark.plan.IndexCoordinates;
import io.zarrspark.spark.plan.KeyGrid;
import io.zarrspark.spark.schema.DimensionColumn;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.read.partitioning.KeyGroupedPartitioning;
import org.apache.spark.sql.connector.read.partitioning.Partitioning;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The keys that a scan reports its partitions to have: none where a key would not be a function of
 * the coordinate, as with coordinates that are not in order, repeat or are NULL, or where Spark
 * would not use it, as with floating-point coordinates.
 *
 * @param grid which index has which key
 * @param column name of the dimension
 * @param function from a coordinate to its key
 */
record ReportedKeys(KeyGrid grid, String column, BlockFunction function) {
  private static final List<DataType> TYPES =
      List.of(
          DataTypes.ByteType,
          DataTypes.ShortType,
          DataTypes.IntegerType,
          DataTypes.LongType,
          DataTypes.TimestampType,
          DataTypes.TimestampNTZType);

  static Optional<ReportedKeys> of(ScanTable table, LeadingGrid leading, StructType columns) {
    List<DimensionColumn> dimensions = table.layout().dimensions();
    Optional<KeyGrid> grid =
        KeyGrid.of(
            dimensions.stream().mapToLong(DimensionColumn::size).toArray(), leading.objects());
    if (grid.isEmpty()) {
      return Optional.empty();
    }
    DimensionColumn dimension = dimensions.get(grid.get().dimension());
    if (!TYPES.contains(dimension.sparkType())
        || !List.of(columns.fieldNames()).contains(dimension.name())) {
      return Optional.empty();
    }
    return table
        .coordinates()
        .coordinates(grid.get().dimension())
        .filter(CoordinateValues::isStrict)
        .map(
            values ->
                new ReportedKeys(
                    grid.get(), dimension.name(), function(dimension, values, grid.get())));
  }

  private static BlockFunction function(
      DimensionColumn dimension, CoordinateValues values, KeyGrid grid) {
    long[] coordinates = null;
    String digest = "index";
    if (!(values instanceof IndexCoordinates)) {
      coordinates = new long[(int) values.size()];
      for (int i = 0; i < coordinates.length; i++) {
        coordinates[i] = values.identity(i);
      }
      digest = digest(coordinates);
    }
    String name = "zarr_block_" + dimension.size() + "_" + grid.indicesPerKey() + "_" + digest;
    return new BlockFunction(
        name, dimension.sparkType(), dimension.size(), grid.indicesPerKey(), coordinates);
  }

  private static String digest(long[] coordinates) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
      for (long coordinate : coordinates) {
        digest.update(bytes.putLong(0, coordinate).array());
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** What Spark is told; it then looks for the function in the catalog. */
  Partitioning partitioning() {
    function.register();
    Expression[] keys = {Expressions.apply(function.name(), FieldReference.column(column))};
    return new KeyGroupedPartitioning(keys, 0);
  }
}
