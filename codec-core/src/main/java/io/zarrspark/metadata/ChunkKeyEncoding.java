package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.Json;
import java.util.Optional;

/**
 * How the grid index of a chunk becomes the key of its object: {@code c/1/2} or {@code 1.2}.
 *
 * @param prefixed whether keys start with {@code c} (encoding {@code default})
 * @param separator between the indices
 * @param isSeparatorKnown whether the metadata names the separator; if not, an object whose key has
 *     the other one is as good
 */
public record ChunkKeyEncoding(boolean prefixed, char separator, boolean isSeparatorKnown) {

  public ChunkKeyEncoding(boolean prefixed, char separator) {
    this(prefixed, separator, true);
  }

  /**
   * Of old Zarr v2 arrays: {@code 1.2} is Zarr's default, {@code 1/2} what the nested stores of
   * zarr-python before 2.8 wrote without saying so.
   */
  static ChunkKeyEncoding unknownSeparator() {
    return new ChunkKeyEncoding(false, '.', false);
  }

  /** The other encoding that chunks may have been named by, if it makes other keys. */
  public Optional<ChunkKeyEncoding> alternative(int rank) {
    return isSeparatorKnown || rank < 2
        ? Optional.empty()
        : Optional.of(new ChunkKeyEncoding(false, '/'));
  }

  /** What a new array gets: {@code c/1/2}. */
  public static final ChunkKeyEncoding DEFAULT = new ChunkKeyEncoding(true, '/');

  static ChunkKeyEncoding parse(JsonNode json) {
    NamedConfig config = NamedConfig.parse("chunk_key_encoding", json);
    boolean prefixed =
        switch (config.name()) {
          case "default" -> true;
          case "v2" -> false;
          default ->
              throw new UnsupportedExtensionException(
                  "the chunk key encoding \""
                      + config.name()
                      + "\" is not known; known are [default, v2]");
        };
    String separator = config.members().optionalText("separator").orElse(prefixed ? "/" : ".");
    config.members().done();
    if (!separator.equals("/") && !separator.equals(".")) {
      throw new InvalidMetadataException(
          "the separator of chunk keys is \"" + separator + "\" but must be \"/\" or \".\"");
    }
    return new ChunkKeyEncoding(prefixed, separator.charAt(0));
  }

  /** The form in metadata. */
  ObjectNode toJson() {
    ObjectNode json = Json.nodes().objectNode().put("name", prefixed ? "default" : "v2");
    json.putObject("configuration").put("separator", String.valueOf(separator));
    return json;
  }

  /** The key of a chunk, relative to its array. */
  public String key(long[] chunk) {
    StringBuilder key = new StringBuilder();
    if (prefixed) {
      key.append('c');
    } else if (chunk.length == 0) {
      key.append('0');
    }
    for (int d = 0; d < chunk.length; d++) {
      if (prefixed || d > 0) {
        key.append(separator);
      }
      key.append(chunk[d]);
    }
    return key.toString();
  }
}
