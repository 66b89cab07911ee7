package io.zarrspark.spark;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.ZarrGroup;
import io.zarrspark.ZarrNode;
import io.zarrspark.spark.schema.LayoutBuilder.Siblings;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * The nodes of a group, looked up by name: in the group's own copy of their metadata if it has one.
 */
final class SiblingArrays implements Siblings {
  /** Of an array that lies in no group. */
  static final Siblings NONE = new SiblingArrays(null, Map.of());

  private final Store store;

  /** Null if the group has no copy. */
  private final Map<String, JsonNode> consolidated;

  private SiblingArrays(Store store, Map<String, JsonNode> consolidated) {
    this.store = store;
    this.consolidated = consolidated;
  }

  static Siblings of(Store store) throws IOException {
    Optional<JsonNode> document = ZarrNode.readMetadata(store, "");
    if (document.isPresent()
        && ZarrNode.of(store, "", document.get()) instanceof ZarrGroup group
        && group.isConsolidated()) {
      return new SiblingArrays(store, group.childDocuments());
    }
    return document.isPresent() ? new SiblingArrays(store, null) : NONE;
  }

  @Override
  public Optional<JsonNode> document(String name) throws IOException {
    if (consolidated != null) {
      return Optional.ofNullable(consolidated.get(name));
    }
    boolean isOneSegment = !name.contains("/") && !name.equals(".") && !name.equals("..");
    return isOneSegment ? ZarrNode.readMetadata(store, name) : Optional.empty();
  }

  @Override
  public ZarrNode node(String name, JsonNode document) {
    return ZarrNode.of(store, name, document);
  }
}
