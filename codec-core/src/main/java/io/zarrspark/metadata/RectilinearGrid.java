package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkAxis;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.type.Json;

/**
 * The chunk grid {@code rectilinear} of <a
 * href="https://github.com/zarr-developers/zarr-extensions/tree/main/chunk-grids/rectilinear">zarr-extensions</a>,
 * which lists the extents of the chunks along each dimension. A pair is an extent and how often it
 * comes; a number in place of a list is the extent of all chunks.
 *
 * <pre>{"kind": "inline", "chunk_shapes": [10, [[5, 3], 8, 5]]}</pre>
 *
 * The last chunk inside an array may reach beyond it, and chunks may be listed that lie outside of
 * it: so zarr-python leaves a grid whose array has become shorter.
 */
final class RectilinearGrid {
  static final String NAME = "rectilinear";

  private RectilinearGrid() {}

  /** Reads the configuration of a grid. */
  static ChunkGrid parse(long[] shape, Members members) {
    String kind = members.requiredText("kind");
    if (!kind.equals("inline")) {
      throw new UnsupportedExtensionException(
          "the kind \""
              + kind
              + "\" of the rectilinear chunk grid is not known; known are [inline]");
    }
    JsonNode shapes = members.required("chunk_shapes");
    members.done();
    if (!shapes.isArray() || shapes.size() != shape.length) {
      throw members.wrong(
          "chunk_shapes", shapes, "a list of " + shape.length + ", one for each dimension");
    }
    ChunkAxis[] axes = new ChunkAxis[shape.length];
    for (int d = 0; d < axes.length; d++) {
      JsonNode edges = shapes.get(d);
      axes[d] =
          edges.isArray()
              ? axis(d, shape[d], edges)
              : ChunkAxis.regular((int) number(d, edges, edges, Integer.MAX_VALUE));
    }
    return new ChunkGrid(shape, axes);
  }

  /** The chunks that begin inside the array; others count for nothing. */
  private static ChunkAxis axis(int dimension, long size, JsonNode edges) {
    ChunkAxis.Builder axis = new ChunkAxis.Builder();
    // An empty dimension has no chunk, but an extent like any other.
    boolean isEmpty = true;
    long covered = 0;
    for (JsonNode edge : edges) {
      boolean isRun = edge.isArray() && edge.size() == 2;
      int extent = (int) number(dimension, edges, isRun ? edge.get(0) : edge, Integer.MAX_VALUE);
      long count = isRun ? number(dimension, edges, edge.get(1), Long.MAX_VALUE) : 1;
      if (covered < size || isEmpty) {
        // No more than begin inside, so that nothing overflows.
        long inside = Math.max(1, (size - covered - 1) / extent + 1);
        axis.add(extent, Math.min(count, inside));
        covered = count < inside ? covered + count * extent : size;
        isEmpty = false;
      }
    }
    if (covered < size) {
      throw new InvalidMetadataException(
          "the chunks along dimension "
              + dimension
              + " ("
              + Members.show(edges)
              + " of chunk_shapes) cover "
              + covered
              + " of "
              + size
              + " elements");
    }
    return isEmpty ? ChunkAxis.regular(1) : axis.build();
  }

  private static long number(int dimension, JsonNode edges, JsonNode json, long most) {
    if (!json.isIntegralNumber()
        || !json.canConvertToLong()
        || json.longValue() < 1
        || json.longValue() > most) {
      throw new InvalidMetadataException(
          "chunk_shapes["
              + dimension
              + "] is "
              + Members.show(edges)
              + " but must be an integer above 0, or a list of such and of pairs [extent, count]");
    }
    return json.longValue();
  }

  /** The JSON of a grid, with the chunks that begin inside the array. */
  static ObjectNode toJson(ChunkGrid grid) {
    ObjectNode json = Json.nodes().objectNode().put("name", NAME);
    ArrayNode shapes =
        json.putObject("configuration").put("kind", "inline").putArray("chunk_shapes");
    for (int d = 0; d < grid.rank(); d++) {
      ChunkAxis axis = grid.axis(d);
      ArrayNode runs = shapes.addArray();
      for (int r = 0; r < axis.runs(); r++) {
        long first = axis.firstChunk(r);
        long end = r + 1 < axis.runs() ? axis.firstChunk(r + 1) : Math.max(1, grid.chunks(d));
        if (end - first == 1) {
          runs.add(axis.extent(first));
        } else {
          runs.addArray().add(axis.extent(first)).add(end - first);
        }
      }
    }
    return json;
  }
}
