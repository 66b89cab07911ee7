package io.zarrspark.spark.write;

import io.zarrspark.spark.io.OptionException;
import io.zarrspark.spark.io.RowLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of the rows by their parts: those of the dimensions, and those that become arrays.
 * Where a row is a block, a dimension has columns for its start and its size, and perhaps one with
 * its coordinates; and types are those of the elements.
 *
 * @param layout what a row is
 * @param dimensions the coordinates' columns; null for a dimension of blocks that has none
 * @param starts of blocks, per dimension
 * @param sizes of blocks, per dimension
 * @param variables the other columns
 */
record InputColumns(
    RowLayout layout,
    StructField[] dimensions,
    StructField[] starts,
    StructField[] sizes,
    List<StructField> variables) {

  static InputColumns of(
      StructType schema, List<String> dims, RowLayout layout, boolean caseSensitive) {
    List<StructField> rest = new ArrayList<>(Arrays.asList(schema.fields()));
    StructField[] dimensions = new StructField[dims.size()];
    StructField[] starts = new StructField[dims.size()];
    StructField[] sizes = new StructField[dims.size()];
    for (int d = 0; d < dims.size(); d++) {
      String dim = dims.get(d);
      if (layout == RowLayout.CELLS) {
        dimensions[d] = required(schema, dim, dim, caseSensitive);
      } else {
        dimensions[d] = Columns.find(schema, dim, caseSensitive).orElse(null);
        starts[d] = required(schema, dim + "_start", dim, caseSensitive);
        sizes[d] = required(schema, dim + "_size", dim, caseSensitive);
      }
      if (!rest.containsAll(columns(dimensions[d], starts[d], sizes[d]))) {
        throw new OptionException("The option dims names " + dim + " twice");
      }
      rest.removeAll(columns(dimensions[d], starts[d], sizes[d]));
    }
    for (StructField variable : rest) {
      Columns.find(schema, variable.name(), caseSensitive);
    }
    return new InputColumns(layout, dimensions, starts, sizes, rest);
  }

  private static StructField required(
      StructType schema, String name, String dim, boolean caseSensitive) {
    return Columns.find(schema, name, caseSensitive)
        .orElseThrow(
            () ->
                new WriteException(
                    "The rows have no column"
                        + (name.equals(dim) ? "" : " " + name)
                        + " for the dimension "
                        + dim
                        + "; their columns are "
                        + Arrays.toString(schema.fieldNames())));
  }

  private static List<StructField> columns(StructField... fields) {
    return Arrays.stream(fields).filter(field -> field != null).toList();
  }

  /** The type of a column's values: of the elements where a row is a block. */
  DataType valueType(StructField field) {
    if (layout == RowLayout.CELLS) {
      return field.dataType();
    }
    if (field.dataType() instanceof ArrayType array) {
      return array.elementType();
    }
    throw new WriteException(
        "The column "
            + field.name()
            + " is "
            + field.dataType().sql()
            + ", but with layout=blocks it must be an ARRAY of the values of a block");
  }

  /** A target for these rows, which are blocks. */
  WriteTarget ofBlocks(WriteTarget target) {
    boolean[] coordinates = new boolean[dimensions.length];
    for (int d = 0; d < coordinates.length; d++) {
      coordinates[d] = dimensions[d] != null;
    }
    return target.ofBlocks(coordinates);
  }

  /**
   * Names of the columns that are written: those of the dimensions, then the given ones.
   *
   * @param written the names of the variables
   */
  List<String> names(List<String> written) {
    List<String> names = new ArrayList<>();
    for (int d = 0; d < dimensions.length; d++) {
      columns(starts[d], sizes[d], dimensions[d]).forEach(field -> names.add(field.name()));
    }
    names.addAll(written);
    return names;
  }
}
