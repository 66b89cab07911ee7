package io.zarrspark.zarrjava;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.Json;
import java.io.IOException;

/**
 * The members of a codec but its name, which zarr-java has already taken. Read as {@link Json} does
 * it: zarr-java's mapper would make doubles of the scalars before their data type is known.
 */
final class MembersDeserializer extends StdDeserializer<ObjectNode> {
  private static final long serialVersionUID = 1L;

  MembersDeserializer() {
    super(ObjectNode.class);
  }

  @Override
  public ObjectNode deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    ObjectNode members = Json.nodes().objectNode();
    // After a name in first place the parser stands at the second member, else before the first.
    JsonToken token =
        parser.hasToken(JsonToken.START_OBJECT) ? parser.nextToken() : parser.currentToken();
    while (token == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      members.set(name, Json.read(parser));
      token = parser.nextToken();
    }
    return members;
  }
}
