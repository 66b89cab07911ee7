package io.zarrspark.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.ScalarException;
import io.zarrspark.type.ScalarJson;

/** Runs a case of one scalar in JSON, or a table of all patterns of a type. */
final class ScalarVectors {
  private ScalarVectors() {}

  static void check(JsonNode vector) {
    NumberType type = NumberType.named(vector.get("dtype").textValue()).orElseThrow();
    if (vector.get("op").textValue().equals("format")) {
      checkFormat(type, vector);
    } else {
      checkParse(type, vector.get("json_text").textValue(), vector.get("expect").textValue());
    }
  }

  private static void checkParse(NumberType type, String text, String expect) {
    if (Patterns.isError(expect)) {
      assertThatThrownBy(() -> ScalarJson.parse(type, Json.parse(text)))
          .isInstanceOfAny(ScalarException.class, JsonProcessingException.class);
      return;
    }
    assertThat(Patterns.text(parse(type, text))).isEqualTo(expect);
  }

  /** Any text that parses back passes; the recommended one is compared by number only. */
  private static void checkFormat(NumberType type, JsonNode vector) {
    NumberScalar scalar = Patterns.scalar(type, vector.get("pattern").textValue());
    String text = Json.write(ScalarJson.format(scalar));
    assertThat(parse(type, text)).as(text).isEqualTo(scalar);
    assertThat(parse(type, vector.get("expect_text").textValue())).isEqualTo(scalar);
    assertThat(text.startsWith("\""))
        .isEqualTo(vector.get("expect_text").asText().startsWith("\""));
  }

  /** Every pattern in order: the number, or NaN with the pattern of one that is not canonical. */
  static void checkTable(JsonNode vector) {
    NumberType type = NumberType.named(vector.get("dtype").textValue()).orElseThrow();
    JsonNode table = vector.get("table");
    assertThat(table.size()).isEqualTo(1 << type.bits());
    for (int pattern = 0; pattern < table.size(); pattern++) {
      NumberScalar scalar = new NumberScalar(type, pattern);
      String text = table.get(pattern).textValue();
      if (text.startsWith("NaN")) {
        assertThat(scalar.isNaN()).as("%s 0x%x", type, pattern).isTrue();
        String expected = text.equals("NaN") ? "NaN" : text.substring(4, text.length() - 1);
        assertThat(ScalarJson.format(scalar).textValue()).isEqualTo(expected);
      } else {
        String json = text.endsWith("Infinity") ? "\"" + text + "\"" : text;
        assertThat(parse(type, json)).as(text).isEqualTo(scalar);
        assertThat(scalar.toString()).isEqualTo(numberText(type, text));
      }
      assertThat(parse(type, Json.write(ScalarJson.format(scalar)))).isEqualTo(scalar);
    }
  }

  private static String numberText(NumberType type, String text) {
    return type.isInteger() ? text : Double.toString(Double.parseDouble(text));
  }

  private static NumberScalar parse(NumberType type, String text) {
    return ScalarJson.parse(type, ElementVectors.json(text));
  }
}
