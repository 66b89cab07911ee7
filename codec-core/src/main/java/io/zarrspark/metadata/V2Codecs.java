package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.Json;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The filters and the compressor of a Zarr v2 array as a chain of Zarr v3: {@code numcodecs.*}
 * codecs, around the codec that v2 has without naming it, {@code bytes} in the order of the dtype.
 *
 * <pre>
 * "order": "F", "dtype": ">i4",                      transpose [1, 0]
 * "filters": [{"id": "delta", "dtype": ">i4"}],      numcodecs.delta
 *                                                    bytes (big)
 * "compressor": {"id": "zlib", "level": 1}           numcodecs.zlib
 * </pre>
 */
final class V2Codecs {
  /** Filters that see elements; all others see bytes. */
  private static final Set<String> ON_ELEMENTS =
      Set.of(
          "delta", "fixedscaleoffset", "quantize", "astype", "bitround", "packbits", "categorize");

  /** Filters that make bytes of Python objects. */
  private static final Set<String> ON_OBJECTS = Set.of("vlen-utf8", "vlen-bytes");

  private final List<CodecConfig> chain = new ArrayList<>();
  private ByteOrder order;
  private boolean hasBytes;

  private V2Codecs(ByteOrder order) {
    this.order = order;
  }

  static List<CodecConfig> chain(
      V2DataType dtype, int rank, boolean isTransposed, Members members) {
    V2Codecs codecs = new V2Codecs(dtype.byteOrder());
    if (isTransposed && rank > 1) {
      ArrayNode reversed = Json.nodes().arrayNode();
      for (int d = rank - 1; d >= 0; d--) {
        reversed.add(d);
      }
      ObjectNode configuration = Json.nodes().objectNode();
      configuration.set("order", reversed);
      codecs.chain.add(CodecConfig.of("transpose", configuration));
    }
    JsonNode filters = members.nullable("filters").orElseGet(() -> Json.nodes().arrayNode());
    if (!filters.isArray()) {
      throw members.wrong("filters", filters, "a list of filters or null");
    }
    filters.forEach(filter -> codecs.add("filters", filter));
    members.nullable("compressor").ifPresent(compressor -> codecs.add("compressor", compressor));
    codecs.addBytes();
    return List.copyOf(codecs.chain);
  }

  private void add(String member, JsonNode json) {
    Members members = new Members(member, json);
    String id = members.requiredText("id");
    ObjectNode configuration = members.copy();
    configuration.remove("id");
    if (ON_OBJECTS.contains(id)) {
      chain.add(CodecConfig.of(id, configuration));
      hasBytes = true;
      return;
    }
    if (ON_ELEMENTS.contains(id)) {
      addOnElements(id, members, configuration);
      return;
    }
    addBytes();
    if (id.equals("shuffle") && members.nullable("elementsize").isEmpty()) {
      // numcodecs' own default.
      configuration.put("elementsize", 4);
    }
    chain.add(CodecConfig.of("numcodecs." + id, configuration));
  }

  private void addOnElements(String id, Members members, ObjectNode configuration) {
    String dtype =
        members
            .nullableText(id.equals("astype") ? "decode_dtype" : "dtype")
            .filter(name -> !name.matches("[|=]?O8?"))
            .orElse(null);
    String stored =
        members
            .nullableText(id.equals("astype") ? "encode_dtype" : "astype")
            .orElse(id.equals("categorize") ? "|u1" : dtype);
    // numcodecs views the bytes as what a filter's dtype says, whatever they were.
    boolean isOfOtherOrder =
        dtype != null
            && order != null
            && !id.equals("categorize")
            && V2DataType.byteOrder(dtype) != order
            && !dtype.startsWith("|");
    if (isOfOtherOrder) {
      throw new UnsupportedExtensionException(
          "the filter "
              + id
              + " has dtype "
              + dtype
              + ", which is of another byte order than what reaches it; such arrays are not"
              + " supported");
    }
    chain.add(CodecConfig.of("numcodecs." + id, configuration));
    if (id.equals("packbits")) {
      order = null;
    } else if (stored != null) {
      order = stored.startsWith("|") ? null : V2DataType.byteOrder(stored);
    }
  }

  /** What v2 does without saying so: elements become bytes, once. */
  private void addBytes() {
    if (hasBytes) {
      return;
    }
    ObjectNode configuration = Json.nodes().objectNode();
    if (order != null) {
      configuration.put("endian", order == ByteOrder.BIG_ENDIAN ? "big" : "little");
    }
    chain.add(CodecConfig.of("bytes", configuration));
    hasBytes = true;
  }
}
