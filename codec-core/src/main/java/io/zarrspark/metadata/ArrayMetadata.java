package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.type.DataType;
import io.zarrspark.type.Json;
import io.zarrspark.type.Scalar;
import io.zarrspark.type.ScalarException;
import io.zarrspark.type.ScalarJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Metadata of an array, checked as far as it can be without binding its codecs.
 *
 * @param grid shape of the array and of its chunks
 * @param dataType type of the elements
 * @param chunkKeyEncoding how chunks are named
 * @param fillValue value of the elements of absent chunks
 * @param codecs the chain, in encoding order
 * @param attributes user attributes, verbatim
 * @param dimensionNames a name per dimension, null where a dimension has none
 * @param ignorableMembers members of extensions that need not be understood, kept for rewriting
 */
public record ArrayMetadata(
    ChunkGrid grid,
    DataType dataType,
    ChunkKeyEncoding chunkKeyEncoding,
    Scalar fillValue,
    List<CodecConfig> codecs,
    ObjectNode attributes,
    List<String> dimensionNames,
    ObjectNode ignorableMembers) {

  /** Without members of extensions. */
  public ArrayMetadata(
      ChunkGrid grid,
      DataType dataType,
      ChunkKeyEncoding chunkKeyEncoding,
      Scalar fillValue,
      List<CodecConfig> codecs,
      ObjectNode attributes,
      List<String> dimensionNames) {
    this(
        grid,
        dataType,
        chunkKeyEncoding,
        fillValue,
        codecs,
        attributes,
        dimensionNames,
        Json.nodes().objectNode());
  }

  /** Reads the {@code zarr.json} of an array, or a document of {@link V2Documents#array}. */
  public static ArrayMetadata parse(JsonNode json) {
    if (V2Documents.isVersion2(json)) {
      return V2Array.parse(json);
    }
    Members members = new Members("array metadata", json);
    members.requiredInteger("zarr_format", 3, 3);
    if (!members.requiredText("node_type").equals("array")) {
      throw members.wrong("node_type", members.required("node_type"), "\"array\"");
    }
    long[] shape = members.requiredIntegers("shape", 0, Long.MAX_VALUE);
    DataType dataType = DataTypes.parse("data_type", members.required("data_type"));
    ChunkGrid grid = grid(shape, members.required("chunk_grid"));
    ChunkKeyEncoding keys = ChunkKeyEncoding.parse(members.required("chunk_key_encoding"));
    Scalar fillValue = fillValue(dataType, members.required("fill_value"));
    List<CodecConfig> codecs = CodecConfig.parseList("codecs", members.required("codecs"));
    ObjectNode attributes = attributes(members);
    List<String> names = dimensionNames(members, shape.length);
    members
        .optional("storage_transformers")
        .filter(transformers -> !transformers.isEmpty())
        .ifPresent(
            transformers -> {
              throw new UnsupportedExtensionException(
                  "storage transformers are not supported: " + Members.show(transformers));
            });
    ObjectNode ignorable = members.doneExceptIgnorable();
    return new ArrayMetadata(grid, dataType, keys, fillValue, codecs, attributes, names, ignorable);
  }

  /**
   * The {@code zarr.json} of the array, with the members and their order that zarr-python writes.
   * {@link #parse} returns the same metadata.
   */
  public ObjectNode toJson() {
    ObjectNode json = Json.nodes().objectNode();
    ArrayNode shape = json.putArray("shape");
    for (long extent : grid.arrayShape()) {
      shape.add(extent);
    }
    json.set("data_type", DataTypes.toJson(dataType));
    json.set("chunk_grid", grid.isRegular() ? regularGrid() : RectilinearGrid.toJson(grid));
    json.set("chunk_key_encoding", chunkKeyEncoding.toJson());
    json.set("fill_value", ScalarJson.format(fillValue));
    ArrayNode chain = json.putArray("codecs");
    codecs.forEach(codec -> chain.add(codec.toJson()));
    json.set("attributes", attributes.deepCopy());
    if (dimensionNames.stream().anyMatch(Objects::nonNull)) {
      ArrayNode names = json.putArray("dimension_names");
      dimensionNames.forEach(names::add);
    }
    json.put("zarr_format", 3);
    json.put("node_type", "array");
    json.putArray("storage_transformers");
    json.setAll(ignorableMembers);
    return json;
  }

  private ObjectNode regularGrid() {
    ObjectNode json = Json.nodes().objectNode().put("name", "regular");
    ArrayNode chunkShape = json.putObject("configuration").putArray("chunk_shape");
    for (int extent : grid.chunkShape()) {
      chunkShape.add(extent);
    }
    return json;
  }

  /** The same array with another shape: longer by an append, or shorter. */
  public ArrayMetadata withShape(long... shape) {
    return new ArrayMetadata(
        new ChunkGrid(shape, grid.axes()),
        dataType,
        chunkKeyEncoding,
        fillValue,
        codecs,
        attributes,
        dimensionNames,
        ignorableMembers);
  }

  private static ChunkGrid grid(long[] shape, JsonNode json) {
    NamedConfig config = NamedConfig.parse("chunk_grid", json);
    if (config.name().equals(RectilinearGrid.NAME)) {
      return RectilinearGrid.parse(shape, config.members());
    }
    if (!config.name().equals("regular")) {
      throw new UnsupportedExtensionException(
          "the chunk grid \""
              + config.name()
              + "\" is not known; known are [regular, "
              + RectilinearGrid.NAME
              + "]");
    }
    long[] chunkShape = config.members().requiredIntegers("chunk_shape", 1, Integer.MAX_VALUE);
    config.members().done();
    if (chunkShape.length != shape.length) {
      throw new InvalidMetadataException(
          "the chunk shape has "
              + chunkShape.length
              + " dimensions but the array has "
              + shape.length);
    }
    int[] extents = new int[chunkShape.length];
    for (int d = 0; d < extents.length; d++) {
      extents[d] = (int) chunkShape[d];
    }
    return new ChunkGrid(shape, extents);
  }

  private static Scalar fillValue(DataType dataType, JsonNode json) {
    try {
      return ScalarJson.parse(dataType, json);
    } catch (ScalarException e) {
      throw new InvalidMetadataException("fill_value: " + e.getMessage(), e);
    }
  }

  static ObjectNode attributes(Members members) {
    JsonNode attributes = members.optional("attributes").orElseGet(() -> Json.nodes().objectNode());
    if (!(attributes instanceof ObjectNode object)) {
      throw members.wrong("attributes", attributes, "a JSON object");
    }
    return object;
  }

  private static List<String> dimensionNames(Members members, int rank) {
    JsonNode json = members.optional("dimension_names").orElse(null);
    // zarr-python has written null for "none".
    if (json == null || json.isNull()) {
      return Collections.nCopies(rank, null);
    }
    if (!json.isArray() || json.size() != rank) {
      throw members.wrong("dimension_names", json, "a list of " + rank + " names");
    }
    List<String> names = new ArrayList<>();
    for (JsonNode name : json) {
      if (!name.isNull() && !name.isTextual()) {
        throw members.wrong("dimension_names", json, "a list of strings and nulls");
      }
      names.add(name.textValue());
    }
    return Collections.unmodifiableList(names);
  }
}
