package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;

/**
 * What a column's metadata says of its array: {@code attributes}, all attributes as they are
 * stored, and {@code comment}, a line that Spark shows in DESCRIBE: {@code Air temperature [K]}.
 */
final class ColumnMetadata {
  private ColumnMetadata() {}

  static Metadata of(ArrayColumn column) {
    ObjectNode attributes = column.array().attributes();
    if (attributes.isEmpty()) {
      return Metadata.empty();
    }
    MetadataBuilder builder =
        new MetadataBuilder().putMetadata("attributes", attributes(attributes));
    String comment = comment(attributes, column.decoding().isTime());
    return (comment.isEmpty() ? builder : builder.putString("comment", comment)).build();
  }

  private static String comment(ObjectNode attributes, boolean isTime) {
    String name = attributes.path("long_name").asText(attributes.path("standard_name").asText());
    String units = isTime ? "" : attributes.path("units").asText();
    return units.isEmpty() ? name : (name + " [" + units + "]").trim();
  }

  private static Metadata attributes(ObjectNode attributes) {
    MetadataBuilder builder = new MetadataBuilder();
    for (Map.Entry<String, JsonNode> attribute : attributes.properties()) {
      put(builder, attribute.getKey(), attribute.getValue());
    }
    return builder.build();
  }

  /** What has no place in Spark's metadata is put as the text of its JSON. */
  private static void put(MetadataBuilder builder, String name, JsonNode value) {
    if (value.isNull()) {
      builder.putNull(name);
    } else if (value.isTextual()) {
      builder.putString(name, value.textValue());
    } else if (value.isBoolean()) {
      builder.putBoolean(name, value.booleanValue());
    } else if (value.isIntegralNumber() && value.canConvertToLong()) {
      builder.putLong(name, value.longValue());
    } else if (isFloat(value)) {
      builder.putDouble(name, value.doubleValue());
    } else if (value instanceof ObjectNode object) {
      builder.putMetadata(name, attributes(object));
    } else if (!value.isArray() || value.isEmpty() || !putArray(builder, name, elements(value))) {
      builder.putString(name, Json.write(value));
    }
  }

  private static List<JsonNode> elements(JsonNode array) {
    List<JsonNode> elements = new ArrayList<>();
    array.forEach(elements::add);
    return elements;
  }

  private static boolean putArray(MetadataBuilder builder, String name, List<JsonNode> elements) {
    if (elements.stream().allMatch(JsonNode::isTextual)) {
      builder.putStringArray(
          name, elements.stream().map(JsonNode::textValue).toArray(String[]::new));
    } else if (elements.stream().allMatch(e -> e.isIntegralNumber() && e.canConvertToLong())) {
      builder.putLongArray(name, elements.stream().mapToLong(JsonNode::longValue).toArray());
    } else if (elements.stream().allMatch(ColumnMetadata::isFloat)) {
      builder.putDoubleArray(name, elements.stream().mapToDouble(JsonNode::doubleValue).toArray());
    } else {
      return false;
    }
    return true;
  }

  /** Not integers that a long cannot hold, nor NaN, which the JSON of metadata cannot say. */
  private static boolean isFloat(JsonNode value) {
    return value.isNumber()
        && !value.isIntegralNumber()
        && !Double.isNaN(value.doubleValue())
        && !Double.isInfinite(value.doubleValue());
  }
}
