package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.type.Json;

/** An extension point other than a codec: a bare name, or an object with name and configuration. */
record NamedConfig(String name, Members members) {

  static NamedConfig parse(String place, JsonNode json) {
    if (json != null && json.isTextual()) {
      return new NamedConfig(
          json.textValue(),
          new Members("the configuration of " + place, Json.nodes().objectNode()));
    }
    Members members = new Members(place, json);
    String name = members.requiredText("name");
    JsonNode configuration =
        members.optional("configuration").orElseGet(() -> Json.nodes().objectNode());
    members.optionalBoolean("must_understand");
    members.done();
    return new NamedConfig(name, new Members("the configuration of " + place, configuration));
  }
}
