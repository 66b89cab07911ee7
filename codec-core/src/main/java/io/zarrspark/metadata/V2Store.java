package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
 * A store of Zarr v2 that is written: its arrays, described in terms of v3, and its documents.
 *
 * <p>In v2, xarray takes the fill value of an array for its missing value. So the fill value
 * becomes the attribute {@code _FillValue}, else NaN for floats; other arrays have none, and all
 * their chunks are stored.
 */
public final class V2Store {
  private static final String MISSING = "_FillValue";

  private V2Store() {}

  /** The metadata of an array that is written in Zarr v2, still in terms of v3. */
  public static ArrayMetadata array(ArrayMetadata metadata) {
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

  /**
   * The missing value that the attribute {@code _FillValue} names. In attributes of Zarr v3, xarray
   * writes floats as the base64 of a little-endian float64.
   *
   * @throws InvalidMetadataException if it is no value of the type
   */
  public static Scalar missing(NumberType type, JsonNode json) {
    try {
      if (type.isFloat() && json.isTextual() && json.textValue().endsWith("=")) {
        byte[] bytes = Base64.getDecoder().decode(json.textValue());
        double value = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getDouble();
        return new NumberScalar(type, type.floatFormat().toPattern(value));
      }
      return ScalarJson.parse(type, json);
    } catch (ScalarException | IllegalArgumentException e) {
      throw new InvalidMetadataException(
          "the attribute _FillValue is " + json + ", which is no " + type + ": " + e.getMessage(),
          e);
    }
  }

  /** Whether readers are told of no fill value, so that every chunk must be stored. */
  public static boolean storesFill(ArrayMetadata target) {
    return fillValue(target).isEmpty();
  }

  /** The documents of an array put together, as {@link V2Documents#array} does. */
  public static JsonNode document(ArrayMetadata array) {
    return V2Documents.array(zarray(array), attributes(array));
  }

  private static ObjectNode zarray(ArrayMetadata array) {
    return V2Writing.array(array, fillValue(array));
  }

  private static ObjectNode attributes(ArrayMetadata array) {
    ObjectNode attributes = V2Writing.attributes(array);
    if (array.dataType() instanceof NumberType) {
      attributes.remove(MISSING);
    }
    return attributes;
  }

  /**
   * The documents of a store by key, in the order in which they are to be written.
   *
   * @param arrays metadata of arrays, as {@link #array} makes them
   * @param groups metadata documents of groups in Zarr v3
   */
  public static Map<String, JsonNode> documents(
      Map<String, ArrayMetadata> arrays, Map<String, JsonNode> groups) {
    Map<String, JsonNode> documents = new LinkedHashMap<>();
    arrays.forEach(
        (path, metadata) -> {
          documents.put(key(path, V2Documents.ATTRIBUTES_KEY), attributes(metadata));
          documents.put(key(path, V2Documents.ARRAY_KEY), zarray(metadata));
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
