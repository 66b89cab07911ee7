package io.zarrspark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The stores of a folder (system property {@code conformance.stores}): every array that an {@code
 * expected.json} at any depth describes, a test each.
 */
class ConformanceStores {
  private static final Tally TALLY = Tally.over("conformance.stores", "/conformance/stores");

  @AfterAll
  static void closingLine() {
    TALLY.close();
  }

  @TestFactory
  List<DynamicTest> stores() {
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.walk(TALLY.folder())) {
      files.filter(file -> file.endsWith("expected.json")).sorted().forEach(f -> add(f, tests));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tests;
  }

  private static void add(Path file, List<DynamicTest> tests) {
    JsonNode document;
    try {
      document = Json.parse(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    document
        .get("arrays")
        .properties()
        .forEach(
            entry -> {
              Path store = file.getParent();
              String path = entry.getKey();
              String id = TALLY.folder().relativize(store.resolve(path)).toString();
              StoreCase storeCase =
                  new StoreCase(
                      id, store, path, document.path("writer").asText(), entry.getValue());
              tests.add(
                  DynamicTest.dynamicTest(id, () -> TALLY.count(id, () -> storeCase.check(TALLY))));
            });
  }
}
