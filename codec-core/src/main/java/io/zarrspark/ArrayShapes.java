package io.zarrspark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.metadata.V2Documents;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.util.Map;

/**
 * New shapes of arrays that exist, in their own documents and in their group's copy of them. All
 * else in the documents stays as it is, in either version of Zarr.
 */
public final class ArrayShapes {
  private static final String SHAPE = "shape";

  private ArrayShapes() {}

  /** A copy of an array's document with another shape. */
  public static ObjectNode with(JsonNode document, long[] shape) {
    ObjectNode copy = document.deepCopy();
    set(copy, shape);
    return copy;
  }

  private static void set(ObjectNode document, long[] shape) {
    ArrayNode extents = document.putArray(SHAPE);
    for (long extent : shape) {
      extents.add(extent);
    }
  }

  /**
   * Writes new shapes: the documents of the arrays one after the other, in the order of the map,
   * and then the copy that the root holds, if it does. Each document is put in one step.
   *
   * @param shapes by path; the arrays are there
   * @throws IOException if the store fails; arrays that were written keep their new shapes
   */
  public static void write(Store store, Map<String, long[]> shapes) throws IOException {
    for (Map.Entry<String, long[]> array : shapes.entrySet()) {
      String path = array.getKey();
      String key = ZarrNode.key(path, ZarrNode.METADATA_KEY);
      JsonNode document = NodeDocuments.readDocument(store, key).orElse(null);
      if (document == null) {
        key = ZarrNode.key(path, V2Documents.ARRAY_KEY);
        document = NodeDocuments.requireDocument(store, key);
      }
      NodeDocuments.write(store, key, with(document, array.getValue()));
    }
    JsonNode root = NodeDocuments.readDocument(store, ZarrNode.METADATA_KEY).orElse(null);
    if (root != null) {
      JsonNode copies = root.path("consolidated_metadata").path("metadata");
      update(store, ZarrNode.METADATA_KEY, root, copies, "", shapes);
      return;
    }
    JsonNode consolidated =
        NodeDocuments.readDocument(store, V2Documents.CONSOLIDATED_KEY).orElse(null);
    if (consolidated != null) {
      JsonNode copies = consolidated.path("metadata");
      update(
          store, V2Documents.CONSOLIDATED_KEY, consolidated, copies, V2Documents.ARRAY_KEY, shapes);
    }
  }

  /** Writes the root's document if it has copies of the arrays' ones. */
  private static void update(
      Store store,
      String key,
      JsonNode root,
      JsonNode copies,
      String name,
      Map<String, long[]> shapes)
      throws IOException {
    boolean isChanged = false;
    for (Map.Entry<String, long[]> array : shapes.entrySet()) {
      String member = name.isEmpty() ? array.getKey() : ZarrNode.key(array.getKey(), name);
      if (copies.get(member) instanceof ObjectNode copy) {
        set(copy, array.getValue());
        isChanged = true;
      }
    }
    if (isChanged) {
      NodeDocuments.write(store, key, root);
    }
  }
}
