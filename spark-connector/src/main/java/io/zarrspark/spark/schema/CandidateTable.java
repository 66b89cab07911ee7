package io.zarrspark.spark.schema;

import io.zarrspark.spark.schema.ArrayColumn.Dimension;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** One of the tables of a group: the data variables that have the same dimensions. */
record CandidateTable(Set<Dimension> dimensions, List<ArrayColumn> variables) {

  /** The tables of a group; if it has no data variables, each coordinate is one. */
  static List<CandidateTable> of(GroupArrays arrays) {
    List<ArrayColumn> variables =
        arrays.dataVariables().isEmpty() ? arrays.coordinates() : arrays.dataVariables();
    List<CandidateTable> tables = new ArrayList<>();
    for (ArrayColumn variable : variables) {
      Set<Dimension> dimensions = new LinkedHashSet<>(variable.dimensions());
      CandidateTable table = find(tables, dimensions);
      if (table == null) {
        table = new CandidateTable(dimensions, new ArrayList<>());
        tables.add(table);
      }
      if (!variable.isCoordinate()) {
        table.variables.add(variable);
      }
    }
    return tables;
  }

  private static CandidateTable find(List<CandidateTable> tables, Set<Dimension> dimensions) {
    for (CandidateTable table : tables) {
      if (table.dimensions.equals(dimensions)) {
        return table;
      }
    }
    return null;
  }

  boolean isNamed(List<String> dims) {
    return new HashSet<>(dims)
        .equals(dimensions.stream().map(Dimension::name).collect(Collectors.toSet()));
  }

  String dimensionNames() {
    return dimensions.stream().map(Dimension::name).collect(Collectors.joining(","));
  }

  /** A line per table, for messages. */
  static String list(List<CandidateTable> tables) {
    return tables.stream()
        .map(
            table ->
                "  dims="
                    + table.dimensionNames()
                    + " (variables "
                    + table.variables.stream()
                        .map(ArrayColumn::name)
                        .collect(Collectors.joining(","))
                    + ")")
        .collect(Collectors.joining("\n"));
  }
}
