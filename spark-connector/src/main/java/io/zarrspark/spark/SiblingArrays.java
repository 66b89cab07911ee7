package io.zarrspark.spark;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.ZarrGroup;
import io.zarrspark.ZarrNode;
import io.zarrspark.spark.io.Consolidated;
import io.zarrspark.spark.schema.LayoutBuilder.Siblings;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.util.Optional;

/** The nodes beside an array, looked up by name in the group that it lies in. */
final class SiblingArrays implements Siblings {
  /** Of an array that lies in no group. */
  static final Siblings NONE = new SiblingArrays(null);

  /** Null if there is none. */
  private final ZarrGroup group;

  private SiblingArrays(ZarrGroup group) {
    this.group = group;
  }

  static Siblings of(Store store, Consolidated consolidated) throws IOException {
    Optional<JsonNode> document = ZarrNode.readMetadata(store, "");
    return document.isPresent()
            && ZarrNode.of(store, "", document.get()) instanceof ZarrGroup parent
        ? new SiblingArrays(
            consolidated == Consolidated.IGNORED ? parent.withoutConsolidated() : parent)
        : NONE;
  }

  @Override
  public Optional<JsonNode> document(String name) throws IOException {
    return group == null ? Optional.empty() : group.childDocument(name);
  }

  @Override
  public ZarrNode node(String name, JsonNode document) {
    return group.child(name, document);
  }
}
