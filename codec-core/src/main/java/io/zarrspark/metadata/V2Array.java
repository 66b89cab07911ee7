package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.Scalar;
import io.zarrspark.type.ScalarJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Metadata of a Zarr v2 array as that of a Zarr v3 array that reads the same bytes. Names of
 * dimensions are those of xarray's convention, the attribute {@code _ARRAY_DIMENSIONS}.
 *
 * <p>In arrays of that convention xarray writes {@code _FillValue} as the fill value of Zarr, and
 * takes the one for the other when it reads; so it becomes the attribute here, and replaces one
 * that is there. The fill value of other v2 arrays is no missing value.
 */
final class V2Array {
  private static final String DIMENSIONS = "_ARRAY_DIMENSIONS";
  private static final String MISSING = "_FillValue";

  private V2Array() {}

  /** Reads a document of {@link V2Documents#array}. */
  static ArrayMetadata parse(JsonNode json) {
    Members members = new Members("array metadata", json);
    members.requiredInteger("zarr_format", 2, 2);
    long[] shape = members.requiredIntegers("shape", 0, Long.MAX_VALUE);
    ChunkGrid grid = grid(shape, members);
    V2DataType dtype = V2DataType.parse(members);
    boolean isTransposed = isTransposed(members);
    Scalar fill = V2FillValue.parse(dtype, members.required("fill_value"));
    List<CodecConfig> codecs = V2Codecs.chain(dtype, shape.length, isTransposed, members);
    ObjectNode attributes = ArrayMetadata.attributes(members).deepCopy();
    List<String> names = dimensionNames(attributes, shape.length);
    if (names != null && !members.required("fill_value").isNull() && fill instanceof NumberScalar) {
      attributes.set(MISSING, ScalarJson.format(fill));
    }
    return new ArrayMetadata(
        grid,
        dtype.dataType(),
        keys(members),
        fill,
        codecs,
        attributes,
        names == null ? Collections.nCopies(shape.length, null) : names);
  }

  private static ChunkGrid grid(long[] shape, Members members) {
    long[] chunks = members.requiredIntegers("chunks", 0, Integer.MAX_VALUE);
    if (chunks.length != shape.length) {
      throw new InvalidMetadataException(
          "the chunks have " + chunks.length + " dimensions but the array has " + shape.length);
    }
    int[] extents = new int[chunks.length];
    for (int d = 0; d < extents.length; d++) {
      // Of an empty dimension, some writers make chunks as empty.
      extents[d] = chunks[d] == 0 && shape[d] == 0 ? 1 : (int) chunks[d];
      if (extents[d] == 0) {
        throw members.wrong("chunks", members.required("chunks"), "a list of integers above 0");
      }
    }
    return new ChunkGrid(shape, extents);
  }

  private static boolean isTransposed(Members members) {
    return switch (members.requiredText("order")) {
      case "C" -> false;
      case "F" -> true;
      default -> throw members.wrong("order", members.required("order"), "\"C\" or \"F\"");
    };
  }

  /** Stores of zarr-python before 2.8 do not say which separator they have. */
  private static ChunkKeyEncoding keys(Members members) {
    String separator = members.nullableText("dimension_separator").orElse(null);
    if (separator == null) {
      return ChunkKeyEncoding.unknownSeparator();
    }
    if (!separator.equals(".") && !separator.equals("/")) {
      throw members.wrong(
          "dimension_separator", members.required("dimension_separator"), "\".\" or \"/\"");
    }
    return new ChunkKeyEncoding(false, separator.charAt(0));
  }

  /** Takes the names out of the attributes, as xarray does; null if there are none. */
  private static List<String> dimensionNames(ObjectNode attributes, int rank) {
    JsonNode json = attributes.get(DIMENSIONS);
    if (json == null || !json.isArray() || json.size() != rank) {
      return null;
    }
    List<String> names = new ArrayList<>();
    for (JsonNode name : json) {
      if (!name.isTextual()) {
        return null;
      }
      names.add(name.textValue());
    }
    attributes.remove(DIMENSIONS);
    return Collections.unmodifiableList(names);
  }
}
