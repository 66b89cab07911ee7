package io.zarrspark.spark.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.metadata.ArrayMetadata;
import io.zarrspark.metadata.ArrayTemplate;
import io.zarrspark.metadata.ChunkKeyEncoding;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.V2Documents;
import io.zarrspark.metadata.V2Writing;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.Scalar;
import io.zarrspark.type.ScalarException;
import io.zarrspark.type.ScalarJson;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What differs between Zarr v2 and v3 beside the codecs.
 *
 * <p>In v2, xarray takes the fill value of an array for its missing value. So the fill value
 * becomes the attribute {@code _FillValue}, else NaN for floats; other arrays have none, and all
 * their chunks are stored.
 */
final class Version2 {
  private static final String MISSING = "_FillValue";

  /** What Zarr v2 has no codec for, and values are the same without. */
  private static final List<String> LEFT_OUT = List.of("scale_offset", "cast_value");

  private Version2() {}

  /** The codecs of a chunk as Zarr v2 has them. */
  static List<CodecConfig> codecs(List<CodecConfig> chain, ArrayMetadata source) {
    if (chain.stream().noneMatch(codec -> LEFT_OUT.contains(codec.name()))) {
      return chain;
    }
    List<CodecConfig> codecs = new ArrayList<>();
    for (CodecConfig codec : chain) {
      if (codec.name().equals("bytes")) {
        codecs.add(ArrayTemplate.arrayToBytes(source.dataType()));
      } else if (!LEFT_OUT.contains(codec.name())) {
        codecs.add(codec);
      }
    }
    return codecs;
  }

  /**
   * Attributes of a Zarr v2 array as those of a Zarr v3 array: the missing value of floats in the
   * base64 of a little-endian float64, which is all that xarray reads there.
   */
  static ObjectNode attributesOfVersion3(ArrayMetadata source) {
    JsonNode missing = source.attributes().get(MISSING);
    if (source.chunkKeyEncoding().prefixed()
        || missing == null
        || !(source.dataType() instanceof NumberType type && type.isFloat())) {
      return source.attributes();
    }
    double value = ((NumberScalar) missing((NumberType) source.dataType(), missing)).doubleValue();
    byte[] bytes =
        ByteBuffer.allocate(Double.BYTES).order(ByteOrder.LITTLE_ENDIAN).putDouble(value).array();
    return source.attributes().deepCopy().put(MISSING, Base64.getEncoder().encodeToString(bytes));
  }

  /** The metadata of an array that is written in Zarr v2, still in terms of v3. */
  static ArrayMetadata target(ArrayMetadata metadata) {
    return new ArrayMetadata(
        metadata.grid(),
        metadata.dataType(),
        new ChunkKeyEncoding(false, '.'),
        fillValue(metadata).orElse(metadata.fillValue()),
        metadata.codecs(),
        metadata.attributes(),
        metadata.dimensionNames());
  }

  /** The fill value that readers are told. */
  private static Optional<Scalar> fillValue(ArrayMetadata metadata) {
    JsonNode missing = metadata.attributes().get(MISSING);
    if (missing != null && metadata.dataType() instanceof NumberType type) {
      return Optional.of(missing(type, missing));
    }
    if (metadata.dataType() instanceof NumberType type && type.isFloat()) {
      return Optional.of(new NumberScalar(type, type.floatFormat().canonicalNaN()));
    }
    return Optional.empty();
  }

  /** In attributes of Zarr v3, xarray writes floats as the base64 of a little-endian float64. */
  private static Scalar missing(NumberType type, JsonNode json) {
    try {
      if (type.isFloat() && json.isTextual() && json.textValue().endsWith("=")) {
        byte[] bytes = Base64.getDecoder().decode(json.textValue());
        double value = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getDouble();
        return new NumberScalar(type, type.floatFormat().toPattern(value));
      }
      return ScalarJson.parse(type, json);
    } catch (ScalarException | IllegalArgumentException e) {
      throw new ConversionException(
          "the attribute _FillValue is " + json + ", which is no " + type + ": " + e.getMessage(),
          e);
    }
  }

  /** Whether readers are told of no fill value, so that every chunk must be stored. */
  static boolean storesFill(ArrayMetadata target) {
    return fillValue(target).isEmpty();
  }

  /**
   * The documents of a target by key, in the order in which they are to be written.
   *
   * @param arrays metadata of arrays, as {@link #target} makes them
   * @param groups metadata documents of groups in Zarr v3
   */
  static Map<String, JsonNode> documents(
      Map<String, ArrayMetadata> arrays, Map<String, JsonNode> groups) {
    Map<String, JsonNode> documents = new LinkedHashMap<>();
    arrays.forEach(
        (path, metadata) -> {
          ObjectNode attributes = V2Writing.attributes(metadata);
          if (metadata.dataType() instanceof NumberType) {
            attributes.remove(MISSING);
          }
          documents.put(key(path, V2Documents.ATTRIBUTES_KEY), attributes);
          documents.put(
              key(path, V2Documents.ARRAY_KEY), V2Writing.array(metadata, fillValue(metadata)));
        });
    List<String> deepestFirst = new ArrayList<>(groups.keySet());
    deepestFirst.sort(Comparator.comparing(String::length).reversed());
    for (String path : deepestFirst) {
      JsonNode group = groups.get(path);
      documents.put(key(path, V2Documents.ATTRIBUTES_KEY), group.get("attributes"));
      documents.put(key(path, V2Documents.GROUP_KEY), V2Writing.group());
      if (path.isEmpty() && group.has("consolidated_metadata")) {
        documents.put(V2Documents.CONSOLIDATED_KEY, V2Writing.consolidated(documents));
      }
    }
    return documents;
  }

  private static String key(String path, String name) {
    return path.isEmpty() ? name : path + "/" + name;
  }
}
