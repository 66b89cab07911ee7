package io.zarrspark.spark.io.reference;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.store.ReferenceStore;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;

/** Opens references: one JSON file, or a folder with {@code .zmetadata} and Parquet files. */
public final class ReferenceFiles {
  private ReferenceFiles() {}

  /**
   * Opens references.
   *
   * @param folder the store that they lie in
   * @param name of the file or the folder
   * @throws FileNotFoundException if there is nothing of that name
   */
  public static ReferenceStore open(Store folder, String name, ReferenceStore.Targets targets)
      throws IOException {
    String location = folder.locate(name);
    ReferenceStore.References references;
    if (name.endsWith(".json")) {
      references = JsonReferences.parse(json(folder, name), location);
    } else {
      JsonNode metadata = json(folder, name + "/" + ParquetReferences.METADATA);
      references = new ParquetReferences(folder, name, location, metadata);
    }
    return new ReferenceStore("references", location, references, targets);
  }

  private static JsonNode json(Store folder, String key) throws IOException {
    Optional<byte[]> bytes = folder.get(key);
    if (bytes.isEmpty()) {
      throw new FileNotFoundException(folder.locate(key) + " does not exist");
    }
    try {
      return Json.parse(bytes.get());
    } catch (JsonProcessingException e) {
      // Without the parser's words, which quote the document.
      throw new IOException(
          "Cannot read the references "
              + folder.locate(key)
              + ": they are not valid JSON: "
              + e.getOriginalMessage(),
          e);
    }
  }
}
