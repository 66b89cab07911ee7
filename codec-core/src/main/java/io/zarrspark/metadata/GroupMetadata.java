package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Metadata of a group.
 *
 * @param attributes user attributes, verbatim
 * @param consolidated the metadata documents of all nodes below by relative path, if the group
 *     holds such a copy
 */
public record GroupMetadata(ObjectNode attributes, Optional<Map<String, JsonNode>> consolidated) {

  /** Reads the {@code zarr.json} of a group, or a document of {@link V2Documents#group}. */
  public static GroupMetadata parse(JsonNode json) {
    Members members = new Members("group metadata", json);
    members.requiredInteger("zarr_format", 2, 3);
    if (!members.requiredText("node_type").equals("group")) {
      throw members.wrong("node_type", members.required("node_type"), "\"group\"");
    }
    ObjectNode attributes = ArrayMetadata.attributes(members);
    Optional<Map<String, JsonNode>> consolidated =
        members
            .optional("consolidated_metadata")
            .filter(node -> !node.isNull())
            .map(GroupMetadata::consolidated);
    members.doneExceptIgnorable();
    return new GroupMetadata(attributes, consolidated);
  }

  private static Map<String, JsonNode> consolidated(JsonNode json) {
    Members members = new Members("consolidated_metadata", json);
    String kind = members.optionalText("kind").orElse("inline");
    if (!kind.equals("inline")) {
      throw new UnsupportedExtensionException(
          "consolidated metadata of kind \"" + kind + "\" is not known; known are [inline]");
    }
    members.optionalBoolean("must_understand");
    JsonNode documents = members.required("metadata");
    if (!documents.isObject()) {
      throw members.wrong("metadata", documents, "a JSON object");
    }
    Map<String, JsonNode> byPath = new TreeMap<>();
    documents.properties().forEach(entry -> byPath.put(entry.getKey(), entry.getValue()));
    return Collections.unmodifiableMap(byPath);
  }
}
