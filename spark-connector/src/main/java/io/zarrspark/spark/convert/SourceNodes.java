package io.zarrspark.spark.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.ZarrGroup;
import io.zarrspark.ZarrNode;
import io.zarrspark.store.Store;
import io.zarrspark.type.ZarrException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The nodes of a store that a conversion takes, all opened: what cannot be opened is refused before
 * anything is written.
 *
 * @param groups by path; the root has the empty path
 * @param arrays by path
 */
record SourceNodes(SortedMap<String, ZarrGroup> groups, SortedMap<String, ZarrArray> arrays) {

  /**
   * Opens a store.
   *
   * @param leftOut paths of arrays and groups that are not taken
   */
  static SourceNodes open(Store store, List<String> leftOut) throws IOException {
    SourceNodes nodes = new SourceNodes(new TreeMap<>(), new TreeMap<>());
    ZarrNode root = ZarrNode.open(store, "");
    nodes.visit(root, leftOut);
    return nodes;
  }

  private void visit(ZarrNode node, List<String> leftOut) throws IOException {
    if (node instanceof ZarrArray array) {
      arrays.put(array.path(), array);
      return;
    }
    ZarrGroup group = (ZarrGroup) node;
    groups.put(group.path(), group);
    for (Map.Entry<String, JsonNode> child : group.childDocuments().entrySet()) {
      String path = group.childPath(child.getKey());
      if (leftOut.contains(path)) {
        continue;
      }
      ZarrNode opened;
      try {
        opened = group.child(child.getKey(), child.getValue());
      } catch (ZarrException e) {
        throw new ConversionException(
            e.getMessage() + ". To convert the rest, leave it out: --leave-out " + path, e);
      }
      visit(opened, leftOut);
    }
  }

  /** Attributes of all nodes, by path. */
  ObjectNode attributes(String path) {
    return groups.containsKey(path) ? groups.get(path).attributes() : arrays.get(path).attributes();
  }

  /** Whether an array holds the coordinates of its own dimension. */
  static boolean isCoordinate(ZarrArray array) {
    String path = array.path();
    String name = path.substring(path.lastIndexOf('/') + 1);
    return array.shape().length == 1 && name.equals(array.metadata().dimensionNames().get(0));
  }

  /** The dimensions of the table of a store: those of the variables with most, if all agree. */
  Optional<List<String>> tableDimensions() {
    int most = arrays.values().stream().mapToInt(array -> array.shape().length).max().orElse(0);
    List<List<String>> dimensions =
        arrays.values().stream()
            .filter(array -> array.shape().length == most)
            .map(array -> array.metadata().dimensionNames())
            .distinct()
            .toList();
    return dimensions.size() == 1 && !dimensions.get(0).contains(null)
        ? Optional.of(dimensions.get(0))
        : Optional.empty();
  }
}
