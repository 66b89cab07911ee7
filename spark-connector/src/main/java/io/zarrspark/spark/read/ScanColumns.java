package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.ValueCondition;
import io.zarrspark.spark.schema.ArrayColumn;
import io.zarrspark.spark.schema.MetadataColumns;
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
      int dimension = table.layout().dimension(fields[i].name());
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

  /** The wanted columns that are no dimensions. */
  List<ArrayColumn> variables() {
    return table.layout().variables().stream()
        .filter(variable -> Arrays.asList(schema.fieldNames()).contains(variable.name()))
        .toList();
  }

  /**
   * The variables whose grid the plan follows: all of them if blocks are numbered, which they are
   * in the table's grid.
   */
  List<ArrayColumn> leading() {
    boolean wantsBlock =
        Arrays.stream(schema.fieldNames())
            .anyMatch(name -> MetadataColumns.isBlock(table.layout(), name));
    return wantsBlock ? table.layout().variables() : variables();
  }

  List<ReadColumn> readColumns(BlockPlan plan, Map<String, ValueCondition> conditions) {
    ReadColumns columns = new ReadColumns(table.layout(), table.coordinates(), plan, conditions);
    return Arrays.stream(schema.fieldNames()).map(columns::named).toList();
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
