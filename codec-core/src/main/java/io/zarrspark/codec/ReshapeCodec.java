package io.zarrspark.codec;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;
import java.util.Arrays;

/**
 * {@code reshape} of zarr-extensions: another shape over the same elements in C order.
 *
 * <pre>{"name": "reshape", "configuration": {"shape": [[0, 1], -1, 3]}}</pre>
 *
 * <p>An extent of the encoded chunk is a size, the product of the listed dimensions of the decoded
 * chunk, or -1 for whatever is left.
 */
record ReshapeCodec(ChunkRepresentation decoded, int[] encodedShape) implements ArrayToArrayCodec {
  static final String NAME = "reshape";

  private static final int REST = -1;

  static ArrayToArrayCodec bind(CodecConfig config, ChunkRepresentation decoded) {
    Members members = config.members();
    JsonNode shape = members.required("shape");
    members.done();
    if (!shape.isArray()) {
      throw members.wrong("shape", shape, "a list of sizes, lists of dimensions and -1");
    }
    try {
      return new ReshapeCodec(decoded, encodedShape(shape, decoded.shape()));
    } catch (ArithmeticException e) {
      throw new InvalidMetadataException(
          NAME + ": the shape " + shape + " has more elements than can be counted", e);
    }
  }

  private static int[] encodedShape(JsonNode json, int[] shape) {
    long[] extents = new long[json.size()];
    int rest = -1;
    int lastDimension = -1;
    for (int i = 0; i < extents.length; i++) {
      JsonNode extent = json.get(i);
      if (extent.isArray()) {
        extents[i] = 1;
        for (JsonNode dimension : extent) {
          lastDimension = dimension(json, dimension, lastDimension, shape);
          extents[i] = Math.multiplyExact(extents[i], (long) shape[lastDimension]);
        }
      } else if (extent.isIntegralNumber() && extent.canConvertToInt() && extent.intValue() > 0) {
        extents[i] = extent.intValue();
      } else if (extent.isIntegralNumber() && extent.canConvertToInt() && extent.intValue() == -1) {
        if (rest >= 0) {
          throw new InvalidMetadataException(
              NAME + ": the shape " + json + " has -1 more than once");
        }
        extents[i] = REST;
        rest = i;
      } else {
        throw new InvalidMetadataException(
            NAME
                + ": the shape has the extent "
                + extent
                + ", which is no positive size, list of dimensions or -1");
      }
    }
    long elements = product(shape, 0, shape.length);
    if (rest >= 0) {
      extents[rest] = 1;
      long others = product(extents, 0, extents.length);
      extents[rest] = elements % others == 0 ? elements / others : 0;
    }
    if (product(extents, 0, extents.length) != elements) {
      throw new InvalidMetadataException(
          NAME
              + ": the shape "
              + json
              + " does not hold the "
              + elements
              + " elements of a chunk of shape "
              + Arrays.toString(shape));
    }
    requireAligned(json, extents, shape);
    return Arrays.stream(extents).mapToInt(Math::toIntExact).toArray();
  }

  /** The next listed dimension; reshaping never transposes, so they must ascend. */
  private static int dimension(JsonNode json, JsonNode dimension, int last, int[] shape) {
    if (!dimension.isIntegralNumber()
        || !dimension.canConvertToInt()
        || dimension.intValue() < 0
        || dimension.intValue() >= shape.length) {
      throw new InvalidMetadataException(
          NAME + ": " + dimension + " is none of the " + shape.length + " dimensions of the chunk");
    }
    if (dimension.intValue() <= last) {
      throw new InvalidMetadataException(
          NAME
              + ": the shape "
              + json
              + " lists dimensions that do not ascend; to reorder them use \"transpose\"");
    }
    return dimension.intValue();
  }

  /** What lies before and after listed dimensions must be the same on both sides. */
  private static void requireAligned(JsonNode json, long[] extents, int[] shape) {
    for (int i = 0; i < extents.length; i++) {
      JsonNode listed = json.get(i);
      if (!listed.isArray() || listed.isEmpty()) {
        continue;
      }
      int first = listed.get(0).intValue();
      int last = listed.get(listed.size() - 1).intValue();
      if (product(extents, 0, i) != product(shape, 0, first)
          || product(extents, i + 1, extents.length) != product(shape, last + 1, shape.length)) {
        throw new InvalidMetadataException(
            NAME
                + ": in the shape "
                + json
                + ", dimension "
                + i
                + " does not run along the dimensions "
                + listed
                + " of a chunk of shape "
                + Arrays.toString(shape));
      }
    }
  }

  private static long product(int[] extents, int from, int to) {
    return product(Arrays.stream(extents).asLongStream().toArray(), from, to);
  }

  private static long product(long[] extents, int from, int to) {
    long product = 1;
    for (int i = from; i < to; i++) {
      product = Math.multiplyExact(product, extents[i]);
    }
    return product;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ChunkRepresentation encoded() {
    return decoded.withShape(encodedShape);
  }

  @Override
  public ChunkData encode(ChunkData elements) {
    return elements;
  }

  @Override
  public ChunkData decode(ChunkData elements) {
    return elements;
  }
}
