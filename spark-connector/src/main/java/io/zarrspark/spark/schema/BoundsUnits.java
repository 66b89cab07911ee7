package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Boundaries of times are times too, though most stores say so at the times only: CF 7.1 lets the
 * array that {@code bounds} or {@code climatology} names take over the units and the calendar.
 */
final class BoundsUnits {
  private static final String[] NAMING = {"bounds", "climatology"};
  private static final String[] INHERITED = {"units", "calendar"};

  private BoundsUnits() {}

  /** The documents of a group, those of boundaries of times with the attributes they lack. */
  static Map<String, JsonNode> inherited(Map<String, JsonNode> documents) {
    Map<String, JsonNode> result = new LinkedHashMap<>(documents);
    for (JsonNode document : documents.values()) {
      JsonNode attributes = document.path("attributes");
      if (!attributes.path("units").asText().contains("since")) {
        continue;
      }
      for (String attribute : NAMING) {
        result.computeIfPresent(
            attributes.path(attribute).asText(), (name, bounds) -> withUnits(bounds, attributes));
      }
    }
    return result;
  }

  private static JsonNode withUnits(JsonNode document, JsonNode times) {
    if (!(document instanceof ObjectNode original)) {
      return document;
    }
    ObjectNode copy = original.deepCopy();
    ObjectNode attributes =
        copy.get("attributes") instanceof ObjectNode own ? own : copy.putObject("attributes");
    for (String attribute : INHERITED) {
      if (times.has(attribute) && !attributes.has(attribute)) {
        attributes.set(attribute, times.get(attribute));
      }
    }
    return copy;
  }
}
