package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * A codec as metadata names it, not yet bound: its scalars cannot be read before the data type that
 * reaches it is known.
 *
 * @param name name of the codec
 * @param configuration its configuration; empty if there is none
 * @param hasConfiguration whether the metadata has a configuration
 */
public record CodecConfig(String name, ObjectNode configuration, boolean hasConfiguration) {

  public static CodecConfig of(String name, ObjectNode configuration) {
    return new CodecConfig(name, configuration, true);
  }

  /** Reads {@code "name"} or {@code {"name": …, "configuration": {…}}}. */
  public static CodecConfig parse(JsonNode json) {
    if (json != null && json.isTextual()) {
      return new CodecConfig(json.textValue(), Json.nodes().objectNode(), false);
    }
    Members members = new Members("a codec", json);
    String name = members.requiredText("name");
    JsonNode configuration = members.optional("configuration").orElse(null);
    // A codec cannot be left out, whatever this says.
    members.optionalBoolean("must_understand");
    members.done();
    if (configuration == null) {
      return new CodecConfig(name, Json.nodes().objectNode(), false);
    }
    if (!(configuration instanceof ObjectNode object)) {
      throw members.wrong("configuration", configuration, "a JSON object");
    }
    return new CodecConfig(name, object, true);
  }

  /** Reads a list of codecs. */
  public static List<CodecConfig> parseList(String place, JsonNode json) {
    if (json == null || !json.isArray() || json.isEmpty()) {
      throw new InvalidMetadataException(
          place + " must be a list of at least one codec, not " + Members.show(json));
    }
    List<CodecConfig> codecs = new ArrayList<>();
    json.forEach(codec -> codecs.add(parse(codec)));
    return List.copyOf(codecs);
  }

  /** Strict access to the configuration. */
  public Members members() {
    return new Members("the configuration of " + name, configuration);
  }

  /** The object form, which every reader knows; bare names are new in Zarr 3.1. */
  public ObjectNode toJson() {
    ObjectNode json = Json.nodes().objectNode().put("name", name);
    if (hasConfiguration) {
      json.set("configuration", configuration);
    }
    return json;
  }
}
