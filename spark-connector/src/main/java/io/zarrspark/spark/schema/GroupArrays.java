package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.ZarrGroup;
import io.zarrspark.ZarrNode;
import io.zarrspark.metadata.UnsupportedExtensionException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
  private static final String[] DESCRIBING = {"bounds", "climatology", "grid_mapping"};

  private final ZarrGroup group;
  private final Map<String, ArrayColumn> arrays = new LinkedHashMap<>();
  private final List<String> groups = new ArrayList<>();
  private final List<String> unsupported = new ArrayList<>();
  private final Set<String> describing = new HashSet<>();
  private final Set<String> auxiliary = new HashSet<>();

  private GroupArrays(ZarrGroup group) {
    this.group = group;
  }

  static GroupArrays read(ZarrGroup group, Set<String> named, DecodingOptions decoding)
      throws IOException {
    GroupArrays result = new GroupArrays(group);
    result.collectReferences(group.attributes());
    if (named.isEmpty()) {
      for (Map.Entry<String, JsonNode> child : group.childDocuments().entrySet()) {
        result.add(child.getKey(), child.getValue(), false, decoding);
      }
      return result;
    }
    for (String name : named) {
      result.find(name, true, decoding);
    }
    for (ArrayColumn column : List.copyOf(result.arrays.values())) {
      for (ArrayColumn.Dimension dimension : column.dimensions()) {
        result.find(dimension.name(), false, decoding);
      }
    }
    return result;
  }

  /** Adds an array by its name, so that nothing else of a large group is read. */
  private void find(String name, boolean isNamed, DecodingOptions decoding) throws IOException {
    Optional<JsonNode> document =
        arrays.containsKey(name) ? Optional.empty() : group.childDocument(name);
    if (document.isPresent()) {
      add(name, document.get(), isNamed, decoding);
    }
  }

  private void add(String name, JsonNode document, boolean isNamed, DecodingOptions decoding) {
    try {
      ZarrNode node = group.child(name, document);
      if (node instanceof ZarrArray array) {
        add(ArrayColumn.of(name, array, document, decoding));
      } else {
        groups.add(name);
      }
    } catch (UnsupportedExtensionException e) {
      if (isNamed) {
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

  private void collectReferences(ObjectNode attributes) {
    for (String attribute : DESCRIBING) {
      collect(attributes.get(attribute), describing);
    }
    collect(attributes.get("coordinates"), auxiliary);
  }

  private static void collect(JsonNode names, Set<String> into) {
    if (names == null || !names.isTextual()) {
      return;
    }
    List<String> words = Arrays.asList(names.textValue().trim().split("\\s+"));
    // In the long form of grid_mapping, "crs: x y", the names with colons are the mappings.
    boolean isLongForm = words.stream().anyMatch(word -> word.endsWith(":"));
    for (String word : words) {
      if (!isLongForm) {
        into.add(word);
      } else if (word.endsWith(":")) {
        into.add(word.substring(0, word.length() - 1));
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
