package io.zarrspark.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The vectors of a folder (system property {@code conformance.vectors}; see their README). A test
 * per case, except for the matrices, which are one test each.
 */
class ConformanceVectors {
  private static final int SHOWN = 40;

  private static final Tally TALLY = Tally.over("conformance.vectors", "/conformance/vectors");

  @AfterAll
  static void closingLine() {
    TALLY.close();
  }

  @TestFactory
  Stream<DynamicNode> vectors() {
    return VectorFile.in(TALLY.folder()).stream()
        .map(
            file ->
                file.isMatrix()
                    ? DynamicTest.dynamicTest(file.name(), () -> checkAll(file.cases()))
                    : DynamicContainer.dynamicContainer(
                        file.name(), file.cases().stream().map(this::test)));
  }

  private DynamicTest test(JsonNode vector) {
    return DynamicTest.dynamicTest(id(vector), () -> TALLY.count(() -> check(vector)));
  }

  private void checkAll(List<JsonNode> cases) {
    List<String> wrong =
        cases.stream()
            .map(vector -> TALLY.verdict(id(vector), () -> check(vector)))
            .filter(Objects::nonNull)
            .toList();
    assertThat(wrong.subList(0, Math.min(SHOWN, wrong.size())))
        .as("%d of %d cases fail", wrong.size(), cases.size())
        .isEmpty();
  }

  private static String id(JsonNode vector) {
    return vector.get("id").textValue();
  }

  private static void check(JsonNode vector) {
    if (vector.has("table")) {
      ScalarVectors.checkTable(vector);
    } else if (vector.has("op")) {
      ScalarVectors.check(vector);
    } else if (vector.has("codecs_text")) {
      ChainVectors.check(vector);
    } else {
      ElementVectors.check(vector);
    }
  }
}
