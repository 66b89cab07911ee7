package io.zarrspark.spark.write;

import io.zarrspark.spark.schema.DecodingOptions;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Where rows are written and how: what all tasks of a write share.
 *
 * @param location qualified path of the store that objects are put into
 * @param grid of all variables
 * @param variables those that the rows have
 * @param decoding the conventions that reading will apply
 * @param openObjects most objects that a task holds open: one where rows come ordered by object
 * @param blockCoordinates where a row is a block, whether it has the coordinates of a dimension;
 *     null where a row is a cell
 */
record WriteTarget(
    String location,
    WriteGrid grid,
    List<TargetVariable> variables,
    DecodingOptions decoding,
    int openObjects,
    boolean[] blockCoordinates)
    implements Serializable {

  boolean isOfBlocks() {
    return blockCoordinates != null;
  }

  /** The same for rows that are blocks. */
  WriteTarget ofBlocks(boolean[] coordinates) {
    return new WriteTarget(location, grid, variables, decoding, openObjects, coordinates);
  }

  /** The columns of the rows: the dimensions in order, then the variables. */
  StructType schema() {
    return isOfBlocks() ? blockSchema() : cellSchema();
  }

  private StructType blockSchema() {
    StructType schema = new StructType();
    for (int d = 0; d < grid.rank(); d++) {
      GridDimension dimension = grid.dimensions().get(d);
      schema =
          schema
              .add(dimension.name() + "_start", DataTypes.LongType, false)
              .add(dimension.name() + "_size", DataTypes.IntegerType, false);
      if (blockCoordinates[d]) {
        schema =
            schema.add(
                dimension.name(),
                DataTypes.createArrayType(dimension.type().sparkType(), true),
                false);
      }
    }
    for (TargetVariable variable : variables) {
      schema =
          schema.add(variable.name(), DataTypes.createArrayType(variable.sparkType(), true), false);
    }
    return schema;
  }

  private StructType cellSchema() {
    StructType schema = new StructType();
    for (GridDimension dimension : grid.dimensions()) {
      schema = schema.add(dimension.name(), dimension.type().sparkType(), false);
    }
    for (TargetVariable variable : variables) {
      schema = schema.add(variable.name(), variable.sparkType(), true);
    }
    return schema;
  }

  /** The types of the dimension columns. */
  DataType[] dimensionTypes() {
    return grid.dimensions().stream()
        .map(dimension -> dimension.type().sparkType())
        .toArray(DataType[]::new);
  }
}
