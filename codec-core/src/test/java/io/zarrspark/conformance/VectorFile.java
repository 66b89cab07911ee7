package io.zarrspark.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.type.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * One file of vectors: a JSON list of cases, a JSON object of tables, or one case a line.
 *
 * @param isMatrix whether it holds one case a line, of which there are thousands
 */
record VectorFile(String name, List<JsonNode> cases, boolean isMatrix) {

  static List<VectorFile> in(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches(".*\\.(json|jsonl|jsonl\\.gz)"))
          .sorted()
          .map(VectorFile::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static VectorFile read(Path file) {
    String name = file.getFileName().toString();
    List<JsonNode> cases = new ArrayList<>();
    try {
      if (name.endsWith(".json")) {
        JsonNode document = Json.parse(Files.readAllBytes(file));
        if (document.isArray()) {
          document.forEach(cases::add);
        } else {
          document
              .properties()
              .forEach(
                  table ->
                      cases.add(
                          Json.nodes()
                              .objectNode()
                              .put("id", "tables/" + table.getKey())
                              .put("dtype", table.getKey())
                              .set("table", table.getValue())));
        }
        return new VectorFile(name, cases, false);
      }
      try (BufferedReader lines = lines(file)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          cases.add(Json.parse(line));
        }
      }
      return new VectorFile(name, cases, true);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static BufferedReader lines(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    return new BufferedReader(
        new InputStreamReader(
            file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes,
            StandardCharsets.UTF_8));
  }
}
