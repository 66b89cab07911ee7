package io.zarrspark.spark.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.ZarrGroup;
import io.zarrspark.ZarrNode;
import io.zarrspark.spark.io.OptionException;
import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.store.Store;
import io.zarrspark.type.ZarrException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the arrays at and below the root of a store. Metadata that cannot be read is found as well,
 * with the reason.
 */
final class StoredArrays {
  private static final Logger LOG = LoggerFactory.getLogger(StoredArrays.class);

  private final Store store;
  private final List<Found> found = new ArrayList<>();

  private StoredArrays(Store store) {
    this.store = store;
  }

  /**
   * An array, or a node of which is not known what it is.
   *
   * @param path from the root; empty for the root itself
   * @param document its metadata; null if that is not even JSON
   * @param error why it cannot be opened, where that is known already
   */
  record Found(String path, JsonNode document, String error) {}

  /** The arrays of a store in the order of their paths; only those named, if any are named. */
  static List<Found> find(Store store, Optional<List<String>> named) throws IOException {
    StoredArrays arrays = new StoredArrays(store);
    arrays.visit("");
    if (named.isEmpty()) {
      return arrays.found;
    }
    List<Found> chosen = new ArrayList<>();
    for (String path : named.get()) {
      chosen.add(arrays.named(path));
    }
    return chosen;
  }

  private Found named(String path) {
    for (Found array : found) {
      if (array.path.equals(path)) {
        return array;
      }
    }
    throw new OptionException(
        "The option "
            + ZarrOptions.VARIABLES
            + " names "
            + path
            + ", but "
            + store.locate("")
            + " has only the arrays "
            + found.stream().map(Found::path).toList());
  }

  private void visit(String path) throws IOException {
    Optional<JsonNode> document;
    try {
      document = ZarrNode.readMetadata(store, path);
    } catch (ZarrException e) {
      found.add(new Found(path, null, e.getMessage()));
      return;
    }
    if (document.isPresent()) {
      visit(path, document.get());
    }
  }

  private void visit(String path, JsonNode document) throws IOException {
    if (!isGroup(document)) {
      found.add(new Found(path, document, null));
      return;
    }
    ZarrGroup group;
    try {
      group = (ZarrGroup) ZarrNode.of(store, path, document);
    } catch (ZarrException e) {
      found.add(new Found(path, document, e.getMessage()));
      return;
    }
    Optional<Map<String, JsonNode>> copy = group.consolidatedDocuments();
    if (copy.isEmpty()) {
      for (String child : store.childNames(path)) {
        visit(group.childPath(child));
      }
      return;
    }
    for (Map.Entry<String, JsonNode> node : copy.get().entrySet()) {
      if (!isGroup(node.getValue())) {
        found.add(new Found(group.childPath(node.getKey()), node.getValue(), null));
      }
    }
  }

  private static boolean isGroup(JsonNode document) {
    return document.path("node_type").asText().equals("group");
  }

  /** Those that can be opened; the others are left out, unless they are named. */
  static List<Found> readable(Store store, Optional<List<String>> named) throws IOException {
    List<Found> readable = new ArrayList<>();
    for (Found array : find(store, named)) {
      try {
        open(store, array);
        readable.add(array);
      } catch (ZarrException e) {
        if (named.isPresent()) {
          throw e;
        }
        LOG.warn("Left out of the inspection: {}", e.getMessage());
      }
    }
    return readable;
  }

  /**
   * Opens a found array.
   *
   * @throws ZarrException if it cannot be opened
   */
  static ZarrArray open(Store store, Found array) {
    if (array.error != null) {
      throw new UnreadableException(array.error);
    }
    return ZarrArray.of(store, array.path, array.document);
  }

  private static final class UnreadableException extends ZarrException {
    private static final long serialVersionUID = 1L;

    UnreadableException(String problem) {
      super(problem, null);
    }
  }
}
