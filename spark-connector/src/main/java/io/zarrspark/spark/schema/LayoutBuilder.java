package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.ZarrGroup;
import io.zarrspark.ZarrNode;
import io.zarrspark.spark.schema.ArrayColumn.Dimension;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the table in a group, or makes one of an array. */
public final class LayoutBuilder {
  private final String location;
  private final GroupArrays arrays;
  private final LayoutOptions options;

  private LayoutBuilder(String location, GroupArrays arrays, LayoutOptions options) {
    this.location = location;
    this.arrays = arrays;
    this.options = options;
  }

  /** The table of a group. */
  public static TableLayout ofGroup(ZarrGroup group, LayoutOptions options) throws IOException {
    Set<String> named = new HashSet<>(options.variables().orElse(List.of()));
    GroupArrays arrays = GroupArrays.read(group, named, options);
    return new LayoutBuilder(group.location(), arrays, options).build();
  }

  /** Finds the arrays beside an array. */
  public interface Siblings {
    /** The metadata of the node of a name in the same group, if there is one. */
    Optional<JsonNode> document(String name) throws IOException;

    /** The node it describes. */
    ZarrNode node(String name, JsonNode document);
  }

  /** The table of an array alone, with the coordinates that lie beside it. */
  public static TableLayout ofArray(
      String name, ZarrArray array, JsonNode document, Siblings siblings, LayoutOptions options)
      throws IOException {
    ArrayColumn column = ArrayColumn.of(name, array, document, options.decoding());
    if (column.isCoordinate()) {
      DimensionColumn itself =
          new DimensionColumn(name, column.dimensions().get(0).size(), Optional.of(column));
      return new TableLayout(array.location(), List.of(itself), List.of(), options);
    }
    List<DimensionColumn> dimensions = new ArrayList<>();
    for (Dimension dimension : column.dimensions()) {
      dimensions.add(
          dimension(array.location(), dimension, sibling(dimension.name(), siblings, options)));
    }
    return new TableLayout(array.location(), dimensions, List.of(column), options);
  }

  private static Optional<ArrayColumn> sibling(
      String name, Siblings siblings, LayoutOptions options) throws IOException {
    Optional<JsonNode> document =
        options.dropped().contains(name) ? Optional.empty() : siblings.document(name);
    return document.isPresent() && siblings.node(name, document.get()) instanceof ZarrArray array
        ? Optional.of(ArrayColumn.of(name, array, document.get(), options.decoding()))
            .filter(ArrayColumn::isCoordinate)
        : Optional.empty();
  }

  private TableLayout build() {
    if (options.variables().isPresent()) {
      return named(options.variables().get());
    }
    List<CandidateTable> tables = CandidateTable.of(arrays);
    if (options.dims().isPresent()) {
      return ofDims(options.dims().get(), tables);
    }
    if (tables.size() == 1) {
      return whole(tables.get(0));
    }
    throw new LayoutException(
        tables.isEmpty()
            ? location + " holds no arrays that can be read" + arrays.describeOthers()
            : location
                + " holds several tables:\n"
                + CandidateTable.list(tables)
                + "\nChoose one with the option dims, such as dims="
                + tables.get(0).dimensionNames()
                + ", or name variables with the option variables");
  }

  private TableLayout ofDims(List<String> dims, List<CandidateTable> tables) {
    for (CandidateTable table : tables) {
      if (table.isNamed(dims)) {
        return whole(table);
      }
    }
    throw new LayoutException(
        location
            + " has no table with the dimensions "
            + String.join(",", dims)
            + "; there are:\n"
            + CandidateTable.list(tables));
  }

  /** A table with all its variables, and the auxiliary coordinates that lie in its dimensions. */
  private TableLayout whole(CandidateTable table) {
    List<ArrayColumn> columns = new ArrayList<>(table.variables());
    for (ArrayColumn auxiliary : arrays.auxiliary()) {
      if (table.dimensions().containsAll(auxiliary.dimensions()) && !columns.contains(auxiliary)) {
        columns.add(auxiliary);
      }
    }
    return table(table.dimensions(), columns);
  }

  private TableLayout named(List<String> names) {
    Set<Dimension> dimensions = new LinkedHashSet<>();
    List<ArrayColumn> columns = new ArrayList<>();
    ArrayColumn largest = null;
    for (String name : names) {
      ArrayColumn column = arrays.named(name);
      columns.add(column);
      if (largest == null || column.dimensions().size() > largest.dimensions().size()) {
        largest = column;
      }
    }
    if (largest == null) {
      throw new LayoutException("The option variables names no variable");
    }
    dimensions.addAll(largest.dimensions());
    for (ArrayColumn column : columns) {
      if (!dimensions.containsAll(column.dimensions())) {
        throw new LayoutException(
            location
                + ": the variables "
                + largest.name()
                + " "
                + largest.dimensions()
                + " and "
                + column.name()
                + " "
                + column.dimensions()
                + " do not fit one table. The dimensions of one must be among those of the other");
      }
    }
    options.dims().ifPresent(dims -> requireDims(dims, dimensions));
    columns.removeIf(ArrayColumn::isCoordinate);
    return table(dimensions, columns);
  }

  private void requireDims(List<String> dims, Set<Dimension> dimensions) {
    Set<String> names = new HashSet<>();
    dimensions.forEach(dimension -> names.add(dimension.name()));
    if (!names.equals(new HashSet<>(dims))) {
      throw new LayoutException(
          location
              + ": the variables have the dimensions "
              + dimensions
              + " but the option dims says "
              + String.join(",", dims));
    }
  }

  private TableLayout table(Set<Dimension> dimensions, List<ArrayColumn> columns) {
    List<DimensionColumn> dimensionColumns = new ArrayList<>();
    for (Dimension dimension : dimensions) {
      dimensionColumns.add(dimension(location, dimension, arrays.coordinate(dimension.name())));
    }
    return new TableLayout(location, dimensionColumns, columns, options);
  }

  private static DimensionColumn dimension(
      String location, Dimension dimension, Optional<ArrayColumn> coordinate) {
    if (coordinate.isPresent() && !coordinate.get().dimensions().get(0).equals(dimension)) {
      throw new LayoutException(
          location
              + ": the coordinate array "
              + dimension.name()
              + " has "
              + coordinate.get().dimensions().get(0).size()
              + " values but the dimension has "
              + dimension.size()
              + " indices. Repair the coordinate array");
    }
    return new DimensionColumn(dimension.name(), dimension.size(), coordinate);
  }
}
