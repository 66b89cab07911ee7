package io.zarrspark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.metadata.ArrayMetadata;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.V2Documents;
import io.zarrspark.metadata.V2Store;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** An array or a group of a Zarr hierarchy. */
public sealed interface ZarrNode permits ZarrArray, ZarrGroup {
  /** Key of the metadata of a node, below its path. */
  String METADATA_KEY = "zarr.json";

  /** Path of the node in its store; {@code ""} is the root. */
  String path();

  /** Where the node lies, as users know it. */
  String location();

  /** User attributes, verbatim. */
  ObjectNode attributes();

  /**
   * Opens the node at a path. Where a Zarr v3 node and a Zarr v2 node lie at one path, it is the v3
   * one, as with zarr-python.
   *
   * @throws FileNotFoundException if there is none
   * @throws io.zarrspark.metadata.InvalidMetadataException if its metadata is invalid
   * @throws io.zarrspark.metadata.UnsupportedExtensionException if it needs an extension that is
   *     not known
   */
  static ZarrNode open(Store store, String path) throws IOException {
    Optional<JsonNode> document = readMetadata(store, path);
    if (document.isEmpty()) {
      throw new FileNotFoundException(
          store.locate(path)
              + " is not a Zarr node: it has no "
              + METADATA_KEY
              + ", "
              + V2Documents.ARRAY_KEY
              + " or "
              + V2Documents.GROUP_KEY
              + ". Give the path of a Zarr array or group");
    }
    return of(store, path, document.get());
  }

  /** The node that a metadata document describes. */
  static ZarrNode of(Store store, String path, JsonNode document) {
    String location = store.locate(path);
    JsonNode type = document.get("node_type");
    if (type != null && type.asText().equals("array")) {
      return ZarrArray.of(store, path, document);
    }
    if (type != null && type.asText().equals("group")) {
      return ZarrGroup.of(store, path, document);
    }
    throw new InvalidMetadataException(
        location
            + ": node_type in "
            + METADATA_KEY
            + " is "
            + type
            + " but must be \"array\" or \"group\"");
  }

  /**
   * The metadata document of a path, if there is one; of a Zarr v2 node its documents put together,
   * see {@link V2Documents}.
   */
  static Optional<JsonNode> readMetadata(Store store, String path) throws IOException {
    return NodeDocuments.read(store, path);
  }

  /**
   * Writes the metadata document of a node, in one step.
   *
   * @param document {@code toJson} of the node's metadata
   */
  static void writeMetadata(Store store, String path, JsonNode document) throws IOException {
    store.put(key(path, METADATA_KEY), Json.document(document));
  }

  /**
   * Writes the metadata documents of a store of Zarr v2: those of the root, with its copy of all,
   * come last.
   *
   * @param arrays by path, as {@link V2Store#array} makes them
   * @param groups {@code toJson} of their metadata, by path
   */
  static void writeVersion2(
      Store store, Map<String, ArrayMetadata> arrays, Map<String, JsonNode> groups)
      throws IOException {
    for (Map.Entry<String, JsonNode> document : V2Store.documents(arrays, groups).entrySet()) {
      store.put(document.getKey(), Json.document(document.getValue()));
    }
  }

  /** A key below a path. */
  static String key(String path, String name) {
    return path.isEmpty() ? name : path + "/" + name;
  }
}
