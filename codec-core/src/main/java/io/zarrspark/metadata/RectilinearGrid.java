package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.chunk.ChunkGrid;

/**
 * The chunk grid {@code rectilinear} of zarr-extensions, which lists the extents of the chunks
 * along each dimension. One whose chunks are all alike is a regular grid; others are not supported.
 *
 * <pre>{"kind": "inline", "chunk_shapes": [10, [[5, 3], 5]]}</pre>
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
    int[] extents = new int[shape.length];
    for (int d = 0; d < extents.length; d++) {
      JsonNode edges = shapes.get(d);
      extents[d] = edges.isArray() ? commonExtent(d, shape[d], edges) : extent(d, edges, edges);
    }
    return new ChunkGrid(shape, extents);
  }

  /** The extent that all chunks have which begin inside the array. */
  private static int commonExtent(int dimension, long size, JsonNode edges) {
    int common = 0;
    long covered = 0;
    for (JsonNode run : edges) {
      boolean isRepeated = run.isArray() && run.size() == 2;
      int extent = extent(dimension, edges, isRepeated ? run.get(0) : run);
      int count = isRepeated ? extent(dimension, edges, run.get(1)) : 1;
      common = common == 0 ? extent : common;
      if (extent != common && covered < size) {
        throw new UnsupportedExtensionException(
            "the chunks along dimension "
                + dimension
                + " have different extents ("
                + Members.show(edges)
                + " of chunk_shapes), which is not supported. Store the array with a regular chunk"
                + " grid");
      }
      // Cannot overflow: later runs are not counted.
      covered += covered < size ? (long) extent * count : 0;
    }
    if (common == 0 || covered < size) {
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
    return common;
  }

  private static int extent(int dimension, JsonNode edges, JsonNode json) {
    if (!json.isIntegralNumber() || !json.canConvertToInt() || json.intValue() < 1) {
      throw new InvalidMetadataException(
          "chunk_shapes["
              + dimension
              + "] is "
              + Members.show(edges)
              + " but must be an integer above 0, or a list of such and of pairs [extent, count]");
    }
    return json.intValue();
  }
}
