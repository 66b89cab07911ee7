package io.zarrspark.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What {@code toJson} writes is read back as the same metadata, and is what zarr-python writes. */
class MetadataWritingTest {

  private static Path stores() {
    try {
      return Path.of(MetadataWritingTest.class.getResource("/conformance").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode read(Path file) throws IOException {
    return Json.parse(Files.readAllBytes(file));
  }

  /** As a reader of the written document sees it: numbers as their literals. */
  private static JsonNode written(JsonNode json) throws IOException {
    return Json.parse(Json.document(json));
  }

  @TestFactory
  List<DynamicTest> everyStoreKeepsItsMetadata() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.walk(stores())) {
      files
          .filter(file -> file.endsWith("zarr.json"))
          .sorted()
          .forEach(
              file ->
                  tests.add(
                      DynamicTest.dynamicTest(
                          stores().relativize(file).toString(), () -> keepsItsMetadata(file))));
    }
    assertThat(tests).hasSizeGreaterThan(150);
    return tests;
  }

  private static void keepsItsMetadata(Path file) throws IOException {
    JsonNode document = read(file);
    if (document.get("node_type").asText().equals("group")) {
      GroupMetadata metadata = GroupMetadata.parse(document);
      assertThat(GroupMetadata.parse(written(metadata.toJson()))).isEqualTo(metadata);
    } else {
      ArrayMetadata metadata = ArrayMetadata.parse(document);
      assertThat(ArrayMetadata.parse(written(metadata.toJson()))).isEqualTo(metadata);
    }
  }

  @Test
  void documentsOfZarrPythonAreWrittenAsItWritesThem() throws IOException {
    Path group = stores().resolve("stores/v3/group_consolidated/data.zarr");
    JsonNode root = read(group.resolve("zarr.json"));
    assertThat(written(GroupMetadata.parse(root).toJson())).isEqualTo(root);
    Map<String, JsonNode> below = GroupMetadata.parse(root).consolidated().orElseThrow();
    assertThat(below).isNotEmpty();
    for (JsonNode document : below.values()) {
      boolean isGroup = document.get("node_type").asText().equals("group");
      JsonNode again =
          written(
              isGroup
                  ? GroupMetadata.parse(document).toJson()
                  : ArrayMetadata.parse(document).toJson());
      assertThat(again).isEqualTo(document);
      assertThat(again.fieldNames()).toIterable().containsExactlyElementsOf(document::fieldNames);
    }
  }

  @Test
  void membersThatNeedNotBeUnderstoodAreKept() throws IOException {
    JsonNode group =
        Json.parse(
            "{\"zarr_format\": 3, \"node_type\": \"group\", \"attributes\": {\"a\": -0.0},"
                + " \"x\": {\"must_understand\": false, \"y\": [1e400]}}");
    assertThat(written(GroupMetadata.parse(group).toJson())).isEqualTo(group);
  }

  @Test
  void aDocumentIsIndentedAlikeEverywhere() throws IOException {
    assertThat(new String(Json.document(Json.parse("{\"ä\":{\"b\":[1,2]}}")), "UTF-8"))
        .isEqualTo("{\n  \"ä\" : {\n    \"b\" : [ 1, 2 ]\n  }\n}");
  }
}
