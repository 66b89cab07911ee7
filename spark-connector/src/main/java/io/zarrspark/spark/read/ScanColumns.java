package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.plan.ValueCondition;
import io.zarrspark.spark.schema.ArrayColumn;
import io.zarrspark.spark.schema.CellValues;
import io.zarrspark.spark.schema.DimensionColumn;
import io.zarrspark.type.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of a scan, and what executors need of them.
 *
 * @param table the table
 * @param schema the wanted columns
 */
record ScanColumns(ScanTable table, StructType schema) {

  /** The wanted columns; of dimensions it is known whether a coordinate is NULL. */
  static ScanColumns of(ScanTable table, StructType wanted) {
    return new ScanColumns(table, new ScanColumns(table, wanted).withKnownNulls());
  }

  /** Coordinates that may be NULL by their attributes mostly are not, which spares Spark checks. */
  private StructType withKnownNulls() {
    StructField[] fields = schema.fields().clone();
    for (int i = 0; i < fields.length; i++) {
      int dimension = dimension(fields[i].name());
      if (dimension >= 0 && fields[i].nullable()) {
        boolean nullable =
            table
                .coordinates()
                .values(dimension)
                .map(values -> values.nulls() != null)
                .orElse(false);
        fields[i] =
            DataTypes.createStructField(
                fields[i].name(), fields[i].dataType(), nullable, fields[i].metadata());
      }
    }
    return new StructType(fields);
  }

  /** The place of a dimension of that name; below 0 if there is none. */
  private int dimension(String name) {
    for (int d = 0; d < table.layout().dimensions().size(); d++) {
      if (table.layout().dimensions().get(d).name().equals(name)) {
        return d;
      }
    }
    return -1;
  }

  /** The wanted columns that are no dimensions. */
  List<ArrayColumn> variables() {
    return table.layout().variables().stream()
        .filter(variable -> Arrays.asList(schema.fieldNames()).contains(variable.name()))
        .toList();
  }

  List<ReadColumn> readColumns(BlockPlan plan, Map<String, ValueCondition> conditions) {
    List<ReadColumn> columns = new ArrayList<>();
    for (StructField field : schema.fields()) {
      int dimension = dimension(field.name());
      columns.add(
          dimension >= 0
              ? dimensionColumn(dimension, plan.ranges(dimension))
              : variableColumn(field.name(), conditions.get(field.name())));
    }
    return columns;
  }

  /** Only the coordinates between the first and the last wanted index travel. */
  private ReadColumn dimensionColumn(int dimension, IndexRanges ranges) {
    DimensionColumn column = table.layout().dimensions().get(dimension);
    CellValues values = table.coordinates().values(dimension).orElse(null);
    if (values == null || ranges.isEmpty()) {
      return new ReadColumn.Dimension(column.sparkType(), dimension, null, null, 0);
    }
    int first = (int) ranges.from(0);
    int end = (int) ranges.to(ranges.size() - 1);
    Object slice = Primitives.like(values.values(), end - first).array();
    System.arraycopy(values.values().array(), first, slice, 0, end - first);
    boolean[] nulls = null;
    if (values.nulls() != null) {
      nulls = Arrays.copyOfRange(values.nulls(), first, end);
    }
    return new ReadColumn.Dimension(column.sparkType(), dimension, slice, nulls, first);
  }

  private ReadColumn variableColumn(String name, ValueCondition condition) {
    for (ArrayColumn variable : table.layout().variables()) {
      if (variable.name().equals(name)) {
        return new ReadColumn.Variable(
            variable.decoding().sparkType(),
            variable.array().path(),
            Json.write(variable.document()),
            table.layout().axes(variable),
            condition);
      }
    }
    throw new IllegalArgumentException("no column is named " + name);
  }

  /** Decoded bytes of the variables. */
  long bytesPerCell() {
    long bytes = 0;
    for (ArrayColumn variable : variables()) {
      bytes += variable.decoding().sparkType().defaultSize();
    }
    return Math.max(1, bytes);
  }
}
