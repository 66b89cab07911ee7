package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.Json;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The documents of a Zarr v2 node put together as one, in the way of Zarr v3: members of {@code
 * .zarray} or {@code .zgroup}, with {@code node_type} and, from {@code .zattrs}, {@code
 * attributes}.
 */
public final class V2Documents {
  public static final String ARRAY_KEY = ".zarray";
  public static final String GROUP_KEY = ".zgroup";
  public static final String ATTRIBUTES_KEY = ".zattrs";
  public static final String CONSOLIDATED_KEY = ".zmetadata";

  private V2Documents() {}

  /** Whether a node's document is one of these. */
  public static boolean isVersion2(JsonNode document) {
    return document.path("zarr_format").asInt() == 2;
  }

  /**
   * An array.
   *
   * @param zattrs null if there is none
   */
  public static JsonNode array(JsonNode zarray, JsonNode zattrs) {
    // Members of other programs (NCZarr has its own) mean nothing here, node_type least of all.
    ObjectNode document = new Members(ARRAY_KEY, zarray).copy();
    return document.put("node_type", "array").set("attributes", attributes(zattrs));
  }

  /**
   * A group.
   *
   * @param zattrs null if there is none
   */
  public static JsonNode group(JsonNode zgroup, JsonNode zattrs) {
    long format = new Members(GROUP_KEY, zgroup).requiredInteger("zarr_format", 2, 2);
    ObjectNode document =
        Json.nodes().objectNode().put("zarr_format", format).put("node_type", "group");
    return document.set("attributes", attributes(zattrs));
  }

  private static JsonNode attributes(JsonNode zattrs) {
    return zattrs == null ? Json.nodes().objectNode() : zattrs;
  }

  /** The root node that {@code .zmetadata} describes, with its copy of all nodes below. */
  public static JsonNode consolidated(JsonNode zmetadata) {
    Members members = new Members(CONSOLIDATED_KEY, zmetadata);
    members.requiredInteger("zarr_consolidated_format", 1, 1);
    JsonNode metadata = members.required("metadata");
    if (!metadata.isObject()) {
      throw members.wrong("metadata", metadata, "a JSON object");
    }
    Map<String, JsonNode> nodes = new TreeMap<>();
    metadata
        .fieldNames()
        .forEachRemaining(key -> node(metadata, key).ifPresent(n -> nodes.put(path(key), n)));
    JsonNode root = nodes.remove("");
    if (root == null) {
      throw new InvalidMetadataException(
          CONSOLIDATED_KEY + " has neither " + GROUP_KEY + " nor " + ARRAY_KEY + " of the root");
    }
    if (root instanceof ObjectNode group && root.path("node_type").asText().equals("group")) {
      ObjectNode copy = group.putObject("consolidated_metadata").putObject("metadata");
      nodes.forEach(copy::set);
    }
    return root;
  }

  /** The node whose kind a key tells; the others are its attributes, or no metadata. */
  private static Optional<JsonNode> node(JsonNode metadata, String key) {
    String path = path(key);
    String name = key.substring(path.isEmpty() ? 0 : path.length() + 1);
    JsonNode zattrs = metadata.get(path.isEmpty() ? ATTRIBUTES_KEY : path + "/" + ATTRIBUTES_KEY);
    return switch (name) {
      case ARRAY_KEY -> Optional.of(array(metadata.get(key), zattrs));
      case GROUP_KEY -> Optional.of(group(metadata.get(key), zattrs));
      default -> Optional.empty();
    };
  }

  private static String path(String key) {
    return key.substring(0, Math.max(0, key.lastIndexOf('/')));
  }
}
