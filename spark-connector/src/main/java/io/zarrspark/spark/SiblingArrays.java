package io.zarrspark.spark;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.ZarrGroup;
import io.zarrspark.ZarrNode;
import io.zarrspark.spark.schema.LayoutBuilder.Siblings;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.util.Optional;

/**
 * The nodes of a group, looked up by name: in the group's own copy of their metadata if it has one.
 */
final class SiblingArrays implements Siblings {
  /** Of an array that lies in no group. */
  static final Siblings NONE = new SiblingArrays(null);

  private final ZarrGroup group;

  private SiblingArrays(ZarrGroup group) {
    this.group = group;
  }

  static Siblings of(Store store) throws IOException {
    Optional<JsonNode> document = ZarrNode.readMetadata(store, "");
    return document.isPresent() && ZarrNode.of(store, "", document.get()) instanceof ZarrGroup group
        ? new SiblingArrays(group)
        : NONE;
  }

  @Override
  public Optional<JsonNode> document(String name) throws IOException {
    boolean isOneSegment = !name.contains("/") && !name.equals(".") && !name.equals("..");
    return group != null && isOneSegment ? group.childDocument(name) : Optional.empty();
  }

  @Override
  public ZarrNode node(String name, JsonNode document) {
    return group.child(name, document);
  }
}
