package io.zarrspark;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.ScalarJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Random;

/**
 * A random array in a store, and what it holds.
 *
 * @param array the opened array
 * @param elements all of it in C order
 * @param chain its codecs, as JSON
 */
record WrittenArray(ZarrArray array, ChunkData elements, String chain) {

  static WrittenArray random(Store store, NumberType type, Random random) throws IOException {
    int[] chunkShape = RandomChain.shape(random);
    RandomChain.Chain chain = RandomChain.of(random, type, chunkShape);
    RandomElements source = new RandomElements(type, random, chain.casts());
    NumberScalar fill = source.scalar();
    long[] shape = new long[chunkShape.length];
    for (int d = 0; d < shape.length; d++) {
      shape[d] = random.nextInt(2 * chunkShape[d] + 3);
    }
    ObjectNode document = document(shape, type, chunkShape, fill, chain.json());
    store.put(
        "a/zarr.json", Json.write(document).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    ZarrArray array = ZarrArray.open(store, "a");
    int[] intShape = Arrays.stream(shape).mapToInt(Math::toIntExact).toArray();
    ChunkData all = ChunkData.filled(fill, Shapes.elements(intShape));
    if (!Shapes.isEmpty(intShape)) {
      writeChunks(store, array, source, all, intShape);
    }
    return new WrittenArray(array, all, chain.json());
  }

  static ObjectNode document(
      long[] shape, NumberType type, int[] chunkShape, NumberScalar fill, String codecs) {
    String text =
        "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": "
            + Arrays.toString(shape)
            + ", \"data_type\": \""
            + type
            + "\", \"chunk_grid\": {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": "
            + Arrays.toString(chunkShape)
            + "}}, \"chunk_key_encoding\": {\"name\": \"default\"}, \"fill_value\": "
            + Json.write(ScalarJson.format(fill))
            + ", \"codecs\": "
            + codecs
            + ", \"attributes\": {}}";
    try {
      return (ObjectNode) Json.parse(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writeChunks(
      Store store, ZarrArray array, RandomElements source, ChunkData all, int[] shape)
      throws IOException {
    int[] chunkShape = array.objectGrid().chunkShape();
    int[] grid = new int[shape.length];
    Arrays.setAll(grid, d -> (int) array.objectGrid().chunks(d));
    int[] chunk = new int[shape.length];
    try (CodecScratch scratch = new CodecScratch()) {
      do {
        if (source.random().nextInt(5) == 0) {
          continue;
        }
        ChunkData elements =
            source.elements(chunkShape, (NumberScalar) array.metadata().fillValue());
        copyInside(elements, chunkShape, chunk, all, shape);
        long[] position = Arrays.stream(chunk).asLongStream().toArray();
        store.put(array.objectKey(position), array.pipeline().encode(elements, scratch).toArray());
      } while (Shapes.next(chunk, grid));
    }
  }

  /** Element by element: what lies outside the array is padding. */
  private static void copyInside(
      ChunkData elements, int[] chunkShape, int[] chunk, ChunkData all, int[] shape) {
    int[] inChunk = new int[shape.length];
    int element = 0;
    do {
      int at = 0;
      boolean inside = true;
      for (int d = 0; d < shape.length; d++) {
        int index = chunk[d] * chunkShape[d] + inChunk[d];
        inside &= index < shape[d];
        at = at * shape[d] + index;
      }
      if (inside) {
        all.setStored(at, elements.stored(element));
      }
      element++;
    } while (Shapes.next(inChunk, chunkShape));
  }
}
