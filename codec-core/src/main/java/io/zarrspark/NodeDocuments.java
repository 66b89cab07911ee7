package io.zarrspark;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.V2Documents;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;

/** Finds the metadata of nodes in a store: one document in Zarr v3, up to two in Zarr v2. */
final class NodeDocuments {
  private NodeDocuments() {}

  /** The document of a node of either version, if there is one. */
  static Optional<JsonNode> read(Store store, String path) throws IOException {
    Optional<JsonNode> document = readVersion3(store, path);
    return document.isPresent() ? document : readVersion2(store, path, true);
  }

  /** The document of a Zarr v3 node, if there is one. */
  static Optional<JsonNode> readVersion3(Store store, String path) throws IOException {
    String key = ZarrNode.key(path, ZarrNode.METADATA_KEY);
    Optional<JsonNode> document = readDocument(store, key);
    if (document.isPresent() && V2Documents.isVersion2(document.get())) {
      throw new InvalidMetadataException(
          store.locate(key) + ": \"zarr_format\" is 2 but must be 3 in a document of this name");
    }
    return document;
  }

  /**
   * The documents of a Zarr v2 node, if there is one.
   *
   * @param mayBeConsolidated whether to look for a copy of all metadata first
   */
  static Optional<JsonNode> readVersion2(Store store, String path, boolean mayBeConsolidated)
      throws IOException {
    try {
      Optional<JsonNode> consolidated =
          mayBeConsolidated
              ? readDocument(store, ZarrNode.key(path, V2Documents.CONSOLIDATED_KEY))
              : Optional.empty();
      if (consolidated.isPresent()) {
        return Optional.of(V2Documents.consolidated(consolidated.get()));
      }
      Optional<JsonNode> zarray = readDocument(store, ZarrNode.key(path, V2Documents.ARRAY_KEY));
      if (zarray.isPresent()) {
        return Optional.of(V2Documents.array(zarray.get(), readAttributes(store, path)));
      }
      Optional<JsonNode> zgroup = readDocument(store, ZarrNode.key(path, V2Documents.GROUP_KEY));
      return zgroup.isPresent()
          ? Optional.of(V2Documents.group(zgroup.get(), readAttributes(store, path)))
          : Optional.empty();
    } catch (InvalidMetadataException e) {
      throw e.in(store.locate(path));
    }
  }

  private static JsonNode readAttributes(Store store, String path) throws IOException {
    return readDocument(store, ZarrNode.key(path, V2Documents.ATTRIBUTES_KEY)).orElse(null);
  }

  /** A document that must be there. */
  static JsonNode requireDocument(Store store, String key) throws IOException {
    return readDocument(store, key)
        .orElseThrow(() -> new FileNotFoundException(store.locate(key) + " is not there any more"));
  }

  static void write(Store store, String key, JsonNode document) throws IOException {
    store.put(key, Json.document(document));
  }

  static Optional<JsonNode> readDocument(Store store, String key) throws IOException {
    Optional<byte[]> bytes = store.get(key);
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Json.parse(bytes.get()));
    } catch (JsonProcessingException e) {
      throw new InvalidMetadataException(
          store.locate(key) + " is not valid JSON: " + describe(e), e);
    }
  }

  /** The parser's own words and where, without a copy of the document. */
  private static String describe(JsonProcessingException e) {
    JsonLocation at = e.getLocation();
    String problem = e.getOriginalMessage();
    return at == null
        ? problem
        : problem + " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
  }
}
