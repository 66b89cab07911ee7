package io.zarrspark.spark.schema;

import io.zarrspark.spark.schema.ArrayColumn.Dimension;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Which array becomes which column of a table with one row per cell: first a column per dimension,
 * then one per variable. The dimensions of a variable are some of the table's, in any order.
 */
public final class TableLayout {
  private final String location;
  private final List<DimensionColumn> dimensions;
  private final List<ArrayColumn> variables;
  private final boolean nullableVariables;
  private final DecodingOptions decoding;

  TableLayout(
      String location,
      List<DimensionColumn> dimensions,
      List<ArrayColumn> variables,
      LayoutOptions options) {
    this.location = location;
    this.dimensions = List.copyOf(dimensions);
    this.variables = List.copyOf(variables);
    this.nullableVariables = options.nullableVariables();
    this.decoding = options.decoding();
    requireDistinctNames(options.caseSensitive());
  }

  private void requireDistinctNames(boolean caseSensitive) {
    List<String> names = new ArrayList<>();
    dimensions.forEach(column -> names.add(column.name()));
    variables.forEach(column -> names.add(column.name()));
    Map<String, String> seen = new HashMap<>();
    for (String name : names) {
      String other = seen.put(caseSensitive ? name : name.toLowerCase(Locale.ROOT), name);
      if (other != null) {
        throw new LayoutException(
            other.equals(name)
                ? location
                    + " has two columns named "
                    + name
                    + ": a dimension occurs twice in one array, or a variable of several dimensions"
                    + " is named like a dimension. Choose others with the option variables"
                : location
                    + " has two columns that differ only by case: "
                    + other
                    + " and "
                    + name
                    + ". Choose one with the option variables, or set spark.sql.caseSensitive to"
                    + " true");
      }
    }
  }

  /** Where the node lies, for messages. */
  public String location() {
    return location;
  }

  public List<DimensionColumn> dimensions() {
    return dimensions;
  }

  public List<ArrayColumn> variables() {
    return variables;
  }

  /** The place of a dimension of that name; below 0 if there is none. */
  public int dimension(String name) {
    for (int d = 0; d < dimensions.size(); d++) {
      if (dimensions.get(d).name().equals(name)) {
        return d;
      }
    }
    return -1;
  }

  /** Whether a column, of a dimension or a variable, has exactly that name. */
  boolean hasColumn(String name) {
    return dimension(name) >= 0
        || variables.stream().anyMatch(variable -> variable.name().equals(name));
  }

  /** How elements become values. */
  public DecodingOptions decoding() {
    return decoding;
  }

  /** The place of each of a variable's dimensions among the table's. */
  public int[] axes(ArrayColumn variable) {
    int[] axes = new int[variable.dimensions().size()];
    for (int d = 0; d < axes.length; d++) {
      Dimension dimension = variable.dimensions().get(d);
      for (int t = 0; t < dimensions.size(); t++) {
        if (dimensions.get(t).name().equals(dimension.name())) {
          axes[d] = t;
        }
      }
    }
    return axes;
  }

  public StructType schema() {
    Map<String, StructField> fields = new LinkedHashMap<>();
    for (DimensionColumn column : dimensions) {
      fields.put(
          column.name(),
          new StructField(
              column.name(), column.sparkType(), column.isNullable(), column.metadata()));
    }
    for (ArrayColumn column : variables) {
      fields.put(
          column.name(),
          new StructField(
              column.name(),
              column.decoding().sparkType(),
              nullableVariables || column.decoding().isNullable(),
              ColumnMetadata.of(column)));
    }
    return new StructType(fields.values().toArray(new StructField[0]));
  }
}
