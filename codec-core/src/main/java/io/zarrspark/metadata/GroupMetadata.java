package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.Json;
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
 * @param ignorableMembers members of extensions that need not be understood, kept for rewriting
 */
public record GroupMetadata(
    ObjectNode attributes,
    Optional<Map<String, JsonNode>> consolidated,
    ObjectNode ignorableMembers) {

  /** A group with attributes and no copy of what is below. */
  public static GroupMetadata of(ObjectNode attributes) {
    return new GroupMetadata(attributes, Optional.empty(), Json.nodes().objectNode());
  }

  /** The same group without a copy of what is below. */
  public GroupMetadata withoutConsolidated() {
    return new GroupMetadata(attributes, Optional.empty(), ignorableMembers);
  }

  /**
   * The same group with a copy of the metadata of all nodes below.
   *
   * @param documents metadata documents by path from this group, without the group itself
   */
  public GroupMetadata withConsolidated(Map<String, ? extends JsonNode> documents) {
    return new GroupMetadata(
        attributes,
        Optional.of(Collections.unmodifiableMap(new TreeMap<>(documents))),
        ignorableMembers);
  }

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
    ObjectNode ignorable = members.doneExceptIgnorable();
    return new GroupMetadata(attributes, consolidated, ignorable);
  }

  /**
   * The {@code zarr.json} of the group, with the members and their order that zarr-python writes.
   * {@link #parse} returns the same metadata.
   */
  public ObjectNode toJson() {
    ObjectNode json = Json.nodes().objectNode();
    json.set("attributes", attributes.deepCopy());
    json.put("zarr_format", 3);
    consolidated.ifPresent(
        documents ->
            json.putObject("consolidated_metadata")
                .put("kind", "inline")
                .put("must_understand", false)
                .putObject("metadata")
                .setAll(documents));
    json.put("node_type", "group");
    json.setAll(ignorableMembers);
    return json;
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
