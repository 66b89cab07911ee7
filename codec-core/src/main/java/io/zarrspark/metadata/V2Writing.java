package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.BoolType;
import io.zarrspark.type.DataType;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.Scalar;
import io.zarrspark.type.ScalarJson;
import io.zarrspark.type.TimeType;
import io.zarrspark.type.VariableType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The documents of Zarr v2 for an array that is described in the terms of v3: data types that NumPy
 * has (of text and bytes those of variable length), codecs that numcodecs has, no shards. Names of
 * dimensions become xarray's attribute.
 */
final class V2Writing {
  private static final String DIMENSIONS = "_ARRAY_DIMENSIONS";
  private static final List<String> SHUFFLES = List.of("noshuffle", "shuffle", "bitshuffle");
  private static final List<String> ARRAY_TO_BYTES = List.of("bytes", "vlen-utf8", "vlen-bytes");
  private static final String NUMCODECS = "numcodecs.";

  private V2Writing() {}

  /**
   * The document {@code .zarray}.
   *
   * @param fillValue the value of cells that are not stored; none if all are stored
   * @throws UnsupportedExtensionException if Zarr v2 cannot say what the metadata says
   */
  static ObjectNode array(ArrayMetadata metadata, Optional<Scalar> fillValue) {
    ObjectNode json = Json.nodes().objectNode().put("zarr_format", 2);
    ArrayNode shape = json.putArray("shape");
    for (long extent : metadata.grid().arrayShape()) {
      shape.add(extent);
    }
    ArrayNode chunks = json.putArray("chunks");
    for (int extent : metadata.grid().chunkShape()) {
      chunks.add(extent);
    }
    ArrayNode filters = Json.nodes().arrayNode();
    String order = "C";
    boolean isBigEndian = false;
    for (CodecConfig codec : metadata.codecs()) {
      if (codec.name().equals("bytes")) {
        isBigEndian = codec.configuration().path("endian").asText().equals("big");
      } else if (codec.name().equals("transpose") && filters.isEmpty() && isReverse(codec)) {
        order = "F";
      } else {
        filters.add(numcodecs(codec));
      }
    }
    // What stands last and sees bytes is the compressor; numcodecs sees no difference.
    CodecConfig last = metadata.codecs().get(metadata.codecs().size() - 1);
    JsonNode compressor =
        filters.isEmpty() || ARRAY_TO_BYTES.contains(last.name())
            ? null
            : filters.remove(filters.size() - 1);
    json.put("dtype", dtype(metadata, isBigEndian));
    json.set("fill_value", fillValue.map(V2Writing::fillValue).orElse(Json.nodes().nullNode()));
    json.put("order", order);
    json.set("filters", filters.isEmpty() ? Json.nodes().nullNode() : filters);
    json.set("compressor", compressor == null ? Json.nodes().nullNode() : compressor);
    json.put("dimension_separator", String.valueOf(metadata.chunkKeyEncoding().separator()));
    return json;
  }

  private static boolean isReverse(CodecConfig codec) {
    JsonNode order = codec.configuration().path("order");
    for (int d = 0; d < order.size(); d++) {
      if (order.get(d).asInt() != order.size() - 1 - d) {
        return false;
      }
    }
    return true;
  }

  private static String dtype(ArrayMetadata metadata, boolean isBigEndian) {
    DataType type = metadata.dataType();
    String order = type.encodedBytes() == 1 ? "|" : isBigEndian ? ">" : "<";
    if (type instanceof NumberType number
        && number.bits() >= 8
        && (number.isInteger() || number.zarrName().matches("float(16|32|64)"))) {
      String kind = number.isFloat() ? "f" : number.isSigned() ? "i" : "u";
      return order + kind + number.bits() / 8;
    }
    if (type == BoolType.BOOL) {
      return "|b1";
    }
    if (type instanceof VariableType) {
      return "|O";
    }
    if (type instanceof TimeType time && time.unit() != TimeType.Unit.GENERIC) {
      String kind = time.kind() == TimeType.Kind.DATETIME ? "M8" : "m8";
      String scale = time.scaleFactor() == 1 ? "" : Integer.toString(time.scaleFactor());
      return order + kind + "[" + scale + time.unit().numpyName() + "]";
    }
    throw new UnsupportedExtensionException(
        "Zarr v2 has no data type " + type + ". Choose another data type");
  }

  private static JsonNode fillValue(Scalar fill) {
    if (fill instanceof NumberScalar number && number.isNaN()) {
      return Json.nodes().textNode("NaN");
    }
    return ScalarJson.format(fill);
  }

  private static ObjectNode numcodecs(CodecConfig codec) {
    ObjectNode from = codec.configuration();
    ObjectNode json = Json.nodes().objectNode();
    switch (codec.name()) {
      case "zstd", "gzip" -> {
        json.put("id", codec.name()).setAll(from);
        if (!json.path("checksum").asBoolean()) {
          json.remove("checksum");
        }
      }
      case "vlen-utf8", "vlen-bytes" -> json.put("id", codec.name());
      case "blosc" -> {
        json.put("id", "blosc");
        json.set("cname", from.get("cname"));
        json.set("clevel", from.get("clevel"));
        int shuffle = SHUFFLES.indexOf(from.path("shuffle").asText().toLowerCase(Locale.ROOT));
        json.put("shuffle", Math.max(0, shuffle));
        json.put("blocksize", from.path("blocksize").asInt());
      }
      default -> {
        if (!codec.name().startsWith(NUMCODECS)) {
          throw new UnsupportedExtensionException(
              "Zarr v2 has no codec " + codec.name() + ". Choose other codecs");
        }
        json.put("id", codec.name().substring(NUMCODECS.length())).setAll(from);
      }
    }
    return json;
  }

  /** The document {@code .zattrs} of an array. */
  static ObjectNode attributes(ArrayMetadata metadata) {
    ObjectNode attributes = metadata.attributes().deepCopy();
    if (metadata.dimensionNames().stream().allMatch(Objects::nonNull)) {
      ArrayNode names = attributes.putArray(DIMENSIONS);
      metadata.dimensionNames().forEach(names::add);
    }
    return attributes;
  }

  /** The document {@code .zgroup}. */
  static ObjectNode group() {
    return Json.nodes().objectNode().put("zarr_format", 2);
  }

  /**
   * The document {@code .zmetadata}.
   *
   * @param documents all documents below a group and its own, by key
   */
  static ObjectNode consolidated(Map<String, ? extends JsonNode> documents) {
    ObjectNode json = Json.nodes().objectNode();
    json.putObject("metadata").setAll(new TreeMap<>(documents));
    return json.put("zarr_consolidated_format", 1);
  }
}
