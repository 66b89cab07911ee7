package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.ZarrGroup;
import io.zarrspark.ZarrNode;
import io.zarrspark.metadata.UnsupportedExtensionException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The arrays of a group, and the part each plays by the conventions of CF. */
final class GroupArrays {
  private static final Logger LOG = LoggerFactory.getLogger(GroupArrays.class);

  /** Attributes naming arrays that describe others and are no data themselves. */
  private static final String[] DESCRIBING = {"bounds", "climatology", "grid_mapping", "geometry"};

  /** Attributes naming arrays that belong to others, as columns of their tables. */
  private static final String[] AUXILIARY = {"coordinates", "cell_measures"};

  private final ZarrGroup group;
  private final Set<String> dropped;
  private final Map<String, ArrayColumn> arrays = new LinkedHashMap<>();
  private final List<String> groups = new ArrayList<>();
  private final List<String> unsupported = new ArrayList<>();
  private final Set<String> describing = new HashSet<>();
  private final Set<String> auxiliary = new HashSet<>();

  private GroupArrays(ZarrGroup group, Set<String> dropped) {
    this.group = group;
    this.dropped = dropped;
  }

  static GroupArrays read(ZarrGroup group, Set<String> named, LayoutOptions options)
      throws IOException {
    GroupArrays result = new GroupArrays(group, options.dropped());
    result.collectReferences(group.attributes());
    Map<String, JsonNode> documents =
        BoundsUnits.inherited(
            named.isEmpty() ? group.childDocuments() : namedDocuments(group, named));
    for (Map.Entry<String, JsonNode> child : documents.entrySet()) {
      if (options.dropped().contains(child.getKey())) {
        // What describes it is no data without it either.
        result.collectReferences(child.getValue().path("attributes"));
      } else {
        result.add(child.getKey(), child.getValue(), named, options.decoding());
      }
    }
    return result;
  }

  /**
   * Arrays by their names, and their coordinates, so that nothing else of a large group is read.
   */
  private static Map<String, JsonNode> namedDocuments(ZarrGroup group, Set<String> named)
      throws IOException {
    Map<String, JsonNode> documents = new LinkedHashMap<>();
    Set<String> dimensions = new LinkedHashSet<>();
    for (String name : named) {
      Optional<JsonNode> document = group.childDocument(name);
      if (document.isPresent()) {
        documents.put(name, document.get());
        if (group.child(name, document.get()) instanceof ZarrArray array) {
          dimensions.addAll(array.metadata().dimensionNames());
        }
      }
    }
    for (String dimension : dimensions) {
      if (dimension != null && !documents.containsKey(dimension)) {
        group.childDocument(dimension).ifPresent(found -> documents.put(dimension, found));
      }
    }
    return documents;
  }

  private void add(String name, JsonNode document, Set<String> named, DecodingOptions decoding) {
    try {
      ZarrNode node = group.child(name, document);
      if (node instanceof ZarrArray array) {
        add(ArrayColumn.of(name, array, document, decoding));
      } else {
        groups.add(name);
      }
    } catch (UnsupportedExtensionException e) {
      if (named.contains(name)) {
        throw e;
      }
      LOG.warn("Left out of the table: {}", e.getMessage());
      unsupported.add(name);
    }
  }

  private void add(ArrayColumn column) {
    arrays.put(column.name(), column);
    collectReferences(column.array().attributes());
  }

  private void collectReferences(JsonNode attributes) {
    for (String attribute : DESCRIBING) {
      collect(attributes.get(attribute), true, describing);
    }
    for (String attribute : AUXILIARY) {
      collect(attributes.get(attribute), false, auxiliary);
    }
  }

  /**
   * Adds the arrays that an attribute names.
   *
   * @param byKey whether in a form with keys, as {@code "crs: x y"} of grid_mapping, they are the
   *     keys; as {@code "area: cell_area"} of cell_measures they are not
   */
  private static void collect(JsonNode names, boolean byKey, Set<String> into) {
    if (names == null || !names.isTextual()) {
      return;
    }
    List<String> words = Arrays.asList(names.textValue().trim().split("\\s+"));
    boolean hasKeys = words.stream().anyMatch(word -> word.endsWith(":"));
    for (String word : words) {
      boolean isKey = word.endsWith(":");
      if (isKey == (hasKeys && byKey)) {
        into.add(isKey ? word.substring(0, word.length() - 1) : word);
      }
    }
  }

  ArrayColumn named(String name) {
    ArrayColumn column = arrays.get(name);
    if (column == null) {
      throw new LayoutException(
          group.location() + " has no array named " + name + "; it has " + arrayNames());
    }
    return column;
  }

  private List<String> arrayNames() {
    try {
      return group.childDocuments().entrySet().stream()
          .filter(child -> child.getValue().path("node_type").asText().equals("array"))
          .map(Map.Entry::getKey)
          .filter(name -> !dropped.contains(name))
          .toList();
    } catch (IOException e) {
      // The name that is missing is what to tell, not that the others cannot be listed.
      return List.copyOf(arrays.keySet());
    }
  }

  Optional<ArrayColumn> coordinate(String dimension) {
    return Optional.ofNullable(arrays.get(dimension)).filter(ArrayColumn::isCoordinate);
  }

  List<ArrayColumn> coordinates() {
    return arrays.values().stream().filter(ArrayColumn::isCoordinate).toList();
  }

  /** The arrays that decide which tables there are. */
  List<ArrayColumn> dataVariables() {
    List<ArrayColumn> candidates =
        arrays.values().stream()
            .filter(
                column ->
                    !column.isCoordinate()
                        && !describing.contains(column.name())
                        && !auxiliary.contains(column.name()))
            .toList();
    List<ArrayColumn> withDimensions =
        candidates.stream().filter(column -> !column.dimensions().isEmpty()).toList();
    // Scalars beside arrays are columns of whatever table is chosen.
    return withDimensions.isEmpty() && coordinates().isEmpty() ? candidates : withDimensions;
  }

  /** Arrays that become columns of any table that has their dimensions. */
  List<ArrayColumn> auxiliary() {
    return arrays.values().stream()
        .filter(
            column ->
                !column.isCoordinate()
                    && !describing.contains(column.name())
                    && (auxiliary.contains(column.name()) || column.dimensions().isEmpty()))
        .toList();
  }

  /** What a group without readable arrays holds instead. */
  String describeOthers() {
    StringBuilder text = new StringBuilder();
    if (!unsupported.isEmpty()) {
      text.append("; not supported are ").append(unsupported);
    }
    if (!groups.isEmpty()) {
      text.append("; it has the groups ").append(groups).append(". Give the path of one of them");
    }
    return text.toString();
  }
}
