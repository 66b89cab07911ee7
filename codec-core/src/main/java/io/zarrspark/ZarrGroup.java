package io.zarrspark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.metadata.GroupMetadata;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.metadata.V2Documents;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A group: a node with children. */
public final class ZarrGroup implements ZarrNode {
  private final Store store;
  private final String path;
  private final GroupMetadata metadata;
  private final boolean isVersion2;

  private ZarrGroup(Store store, String path, GroupMetadata metadata, boolean isVersion2) {
    this.store = store;
    this.path = path;
    this.metadata = metadata;
    this.isVersion2 = isVersion2;
  }

  static ZarrGroup of(Store store, String path, JsonNode document) {
    try {
      return new ZarrGroup(
          store, path, GroupMetadata.parse(document), V2Documents.isVersion2(document));
    } catch (InvalidMetadataException e) {
      throw e.in(store.locate(path));
    } catch (UnsupportedExtensionException e) {
      throw e.in(store.locate(path));
    }
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public String location() {
    return store.locate(path);
  }

  @Override
  public ObjectNode attributes() {
    return metadata.attributes();
  }

  /** Whether the group's own metadata holds a copy of what is below. */
  public boolean isConsolidated() {
    return metadata.consolidated().isPresent();
  }

  /**
   * The copy of the metadata of all nodes below, by path from here, if the group holds one. It does
   * not say that they exist.
   */
  public Optional<Map<String, JsonNode>> consolidatedDocuments() {
    return metadata.consolidated();
  }

  /**
   * Metadata documents of the direct children, by name: from the consolidated copy if there is one,
   * else by listing the store. Not parsed, so that one child that this library cannot read does not
   * keep the others from opening; see {@link ZarrNode#of}.
   */
  public Map<String, JsonNode> childDocuments() throws IOException {
    Map<String, JsonNode> children = new TreeMap<>();
    Optional<Map<String, JsonNode>> consolidated = metadata.consolidated();
    if (consolidated.isPresent()) {
      consolidated
          .get()
          .forEach(
              (child, document) -> {
                if (!child.isEmpty() && child.indexOf('/') < 0) {
                  children.put(child, document);
                }
              });
    } else {
      for (String child : store.childNames(path)) {
        ownDocument(child).ifPresent(node -> children.put(child, node));
      }
    }
    return Collections.unmodifiableMap(children);
  }

  /**
   * The metadata document of one direct child, if there is one: from the consolidated copy if there
   * is one, else from the store. Needs no listing.
   */
  public Optional<JsonNode> childDocument(String name) throws IOException {
    if (metadata.consolidated().isPresent()) {
      return Optional.ofNullable(metadata.consolidated().get().get(name));
    }
    boolean isOneSegment =
        !name.isEmpty() && !name.contains("/") && !name.equals(".") && !name.equals("..");
    return isOneSegment ? ownDocument(name) : Optional.empty();
  }

  /** A hierarchy is of one version throughout; not to look for the other saves requests. */
  private Optional<JsonNode> ownDocument(String below) throws IOException {
    String nodePath = ZarrNode.key(path, below);
    return isVersion2
        ? NodeDocuments.readVersion2(store, nodePath, false)
        : NodeDocuments.readVersion3(store, nodePath);
  }

  /** The same group without its copy of what is below. */
  public ZarrGroup withoutConsolidated() {
    return new ZarrGroup(store, path, metadata.withoutConsolidated(), isVersion2);
  }

  /**
   * Compares the copy of the metadata below with what the nodes themselves say: a request for each.
   * Direct children that the copy lacks are found as well, where the store can list them.
   *
   * @throws InvalidMetadataException if the copy is not up to date
   */
  public void verifyConsolidated() throws IOException {
    Map<String, JsonNode> copy = metadata.consolidated().orElse(Map.of());
    for (Map.Entry<String, JsonNode> node : copy.entrySet()) {
      Optional<JsonNode> own = ownDocument(node.getKey());
      if (own.isEmpty()) {
        throw stale(node.getKey(), "does not exist any more");
      }
      if (!withoutCopy(own.get()).equals(withoutCopy(node.getValue()))) {
        throw stale(node.getKey(), "has other metadata now");
      }
    }
    for (String child : store.childNames(path)) {
      if (!copy.containsKey(child) && ownDocument(child).isPresent()) {
        throw stale(child, "is not in it");
      }
    }
  }

  /** A group below may hold a copy of its own, which is not repeated in that of this one. */
  private static JsonNode withoutCopy(JsonNode document) {
    return document instanceof ObjectNode object
        ? object.deepCopy().without("consolidated_metadata")
        : document;
  }

  private InvalidMetadataException stale(String node, String how) {
    return new InvalidMetadataException(
        location()
            + ": the consolidated metadata is stale: "
            + node
            + " "
            + how
            + ". Consolidate it anew, or read without it (the option consolidated=false)");
  }

  /** Path of a child in the store. */
  public String childPath(String name) {
    return ZarrNode.key(path, name);
  }

  /** The child that a document of {@link #childDocuments} describes. */
  public ZarrNode child(String name, JsonNode document) {
    return ZarrNode.of(store, childPath(name), document);
  }
}
