package io.zarrspark.spark.io.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.store.Reference;
import io.zarrspark.store.ReferenceStore;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * References in Parquet files, as kerchunk and VirtualiZarr lay them out: metadata in {@code
 * .zmetadata}, and for each array files {@code ARRAY/refs.N.parq} with a row per chunk in C order,
 * {@code record_size} of them a file. Columns: {@code path}, {@code offset}, {@code size} (0 for
 * the whole object), {@code raw} (a value that is held here).
 */
final class ParquetReferences implements ReferenceStore.References {
  static final String METADATA = ".zmetadata";
  private static final int MOST_FILES = 4;

  private final Store folder;
  private final String name;
  private final String location;
  private final ObjectNode documents;
  private final int recordSize;
  private final Map<String, List<Optional<Reference>>> files =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<Optional<Reference>>> eldest) {
          return size() > MOST_FILES;
        }
      };

  ParquetReferences(Store folder, String name, String location, JsonNode metadata)
      throws IOException {
    this.folder = folder;
    this.name = name;
    this.location = location;
    if (!(metadata.get("metadata") instanceof ObjectNode object)) {
      throw wrong(METADATA + " has no \"metadata\"");
    }
    this.documents = object;
    this.recordSize = metadata.path("record_size").intValue();
    if (recordSize <= 0) {
      throw wrong(
          METADATA + " has the record_size " + metadata.get("record_size") + ", not positive");
    }
  }

  @Override
  public Optional<Reference> reference(String key) throws IOException {
    if (key.equals(METADATA)) {
      ObjectNode consolidated = Json.nodes().objectNode();
      consolidated.put("zarr_consolidated_format", 1);
      consolidated.set("metadata", documents);
      return Optional.of(inline(consolidated));
    }
    JsonNode document = documents.get(key);
    if (document != null) {
      return Optional.of(inline(document));
    }
    // With the separator "/" a chunk has several segments.
    for (int slash = key.lastIndexOf('/'); slash > 0; slash = key.lastIndexOf('/', slash - 1)) {
      JsonNode array = documents.get(key.substring(0, slash) + "/.zarray");
      if (array != null) {
        return chunk(key.substring(0, slash), array, key.substring(slash + 1));
      }
    }
    return Optional.empty();
  }

  private static Reference inline(JsonNode document) {
    return new Reference.Inline(Json.write(document).getBytes(StandardCharsets.UTF_8));
  }

  private Optional<Reference> chunk(String array, JsonNode document, String chunk)
      throws IOException {
    long number = number(document, chunk);
    if (number < 0) {
      return Optional.empty();
    }
    List<Optional<Reference>> rows = rows(array + "/refs." + number / recordSize + ".parq");
    int row = (int) (number % recordSize);
    return row < rows.size() ? rows.get(row) : Optional.empty();
  }

  /** The number of a chunk in C order; negative if the array has no such chunk. */
  private long number(JsonNode document, String chunk) throws IOException {
    JsonNode shape = document.path("shape");
    JsonNode chunks = document.path("chunks");
    String separator = document.path("dimension_separator").asText(".");
    String[] indices = chunk.split(separator.equals("/") ? "/" : "\\.", -1);
    if (shape.isEmpty()) {
      return chunk.equals("0") ? 0 : -1;
    }
    if (indices.length != shape.size() || chunks.size() != shape.size()) {
      return -1;
    }
    long number = 0;
    for (int d = 0; d < indices.length; d++) {
      long size = chunks.get(d).longValue();
      if (size <= 0) {
        throw wrong("a chunk has the size " + chunks.get(d));
      }
      long count = (shape.get(d).longValue() + size - 1) / size;
      long index = index(indices[d]);
      if (index < 0 || index >= count) {
        return -1;
      }
      number = Math.addExact(Math.multiplyExact(number, count), index);
    }
    return number;
  }

  private static long index(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      // Some other key, such as one of attributes.
      return -1;
    }
  }

  /** The rows of a file. One that is not there has none: writers leave out files without chunks. */
  private synchronized List<Optional<Reference>> rows(String file) throws IOException {
    List<Optional<Reference>> rows = files.get(file);
    if (rows == null) {
      rows = ReferenceRows.read(folder, name + "/" + file).orElse(List.of());
      files.put(file, rows);
    }
    return rows;
  }

  @Override
  public List<String> childNames(String prefix) {
    String start = prefix.isEmpty() ? "" : prefix + "/";
    TreeSet<String> names = new TreeSet<>();
    for (Map.Entry<String, JsonNode> document : documents.properties()) {
      String key = document.getKey();
      int slash = key.startsWith(start) ? key.indexOf('/', start.length()) : -1;
      if (slash > start.length()) {
        names.add(key.substring(start.length(), slash));
      }
    }
    return new ArrayList<>(names);
  }

  private IOException wrong(String why) {
    return new IOException("Cannot read the references " + location + ": " + why);
  }
}
