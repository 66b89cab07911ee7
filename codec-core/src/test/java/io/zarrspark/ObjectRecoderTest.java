package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.chunk.StridedCopy;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ObjectRecoderTest {
  private static final String[] COMPRESSORS = {
    "",
    ", {\"name\": \"zstd\", \"configuration\": {\"level\": 1, \"checksum\": true}}",
    ", {\"name\": \"gzip\", \"configuration\": {\"level\": 1}}",
    ", {\"name\": \"zstd\", \"configuration\": {\"level\": 3}}, \"crc32c\"",
    ", {\"name\": \"blosc\", \"configuration\": {\"cname\": \"lz4\", \"clevel\": 5,"
        + " \"shuffle\": \"shuffle\", \"typesize\": 4, \"blocksize\": 0}}"
  };

  /** How an array is stored. */
  private record Layout(int[] block, int[] object, String endian, String compressors) {
    boolean isSharded() {
      return !Arrays.equals(block, object);
    }

    String codecs() {
      String chain =
          "[{\"name\": \"bytes\", \"configuration\": {\"endian\": \""
              + endian
              + "\"}}"
              + compressors
              + "]";
      return isSharded()
          ? "[{\"name\": \"sharding_indexed\", \"configuration\": {\"chunk_shape\": "
              + Arrays.toString(block)
              + ", \"codecs\": "
              + chain
              + ", \"index_codecs\": [{\"name\": \"bytes\", \"configuration\": {\"endian\":"
              + " \"little\"}}, \"crc32c\"], \"index_location\": \""
              + (object[0] % 2 == 0 ? "start" : "end")
              + "\"}}]"
          : chain;
    }
  }

  private static ZarrArray array(
      MemoryStore store, long[] shape, NumberType type, NumberScalar fill, Layout layout)
      throws IOException {
    store.put(
        "a/zarr.json",
        Json.write(WrittenArray.document(shape, type, layout.object, fill, layout.codecs()))
            .getBytes(StandardCharsets.UTF_8));
    return ZarrArray.open(store, "a");
  }

  private static int[] grid(ZarrArray array) {
    int[] grid = new int[array.shape().length];
    Arrays.setAll(grid, d -> (int) array.objectGrid().chunks(d));
    return grid;
  }

  /** Objects with anything outside the array, and some of them absent. */
  private static void fill(MemoryStore store, ZarrArray array, RandomElements elements)
      throws IOException {
    NumberScalar fill = (NumberScalar) array.metadata().fillValue();
    int[] object = new int[array.shape().length];
    try (CodecScratch scratch = new CodecScratch()) {
      do {
        if (elements.random().nextInt(5) > 0) {
          ChunkData cells = elements.elements(array.objectGrid().chunkShape(), fill);
          long[] position = Arrays.stream(object).asLongStream().toArray();
          store.put(array.objectKey(position), array.pipeline().encode(cells, scratch).toArray());
        }
      } while (Shapes.next(object, grid(array)));
    }
  }

  /** Writes all objects by their cells. */
  private static void write(ZarrArray source, ZarrArray target) throws IOException {
    int[] shape = Arrays.stream(source.shape()).mapToInt(Math::toIntExact).toArray();
    ChunkData all = source.readAll();
    int[] strides = Shapes.strides(shape);
    int[] objectShape = target.objectGrid().chunkShape();
    int[] object = new int[shape.length];
    try (ObjectWriter writer = ObjectWriter.of(target)) {
      do {
        long[] position = Arrays.stream(object).asLongStream().toArray();
        ChunkData cells = writer.newBuffer();
        int offset = 0;
        for (int d = 0; d < shape.length; d++) {
          offset += object[d] * objectShape[d] * strides[d];
        }
        StridedCopy.copy(
            all,
            offset,
            strides,
            cells,
            0,
            Shapes.strides(objectShape),
            target.objectGrid().extent(position));
        writer.write(position, cells);
      } while (Shapes.next(object, grid(target)));
    }
  }

  @Property(tries = 2000, seed = "20261130")
  void objectsAreThoseOfTheirCells(@ForAll NumberType type, @ForAll long seed) throws IOException {
    Random random = new Random(seed);
    int rank = 1 + random.nextInt(3);
    int[] block = random.ints(rank, 1, 5).toArray();
    int[] shard = Arrays.stream(block).map(extent -> extent * (1 + random.nextInt(3))).toArray();
    long[] shape = Arrays.stream(shard).mapToLong(n -> 1 + random.nextInt(2 * n + 2)).toArray();
    boolean fromShards = random.nextInt(3) == 0;
    boolean toShards = random.nextInt(3) > 0;
    Layout from =
        new Layout(
            block,
            fromShards ? shard : block,
            random.nextBoolean() ? "little" : "big",
            COMPRESSORS[random.nextInt(COMPRESSORS.length)]);
    Layout to =
        new Layout(
            block,
            toShards ? shard : block,
            random.nextInt(8) == 0 ? "big" : from.endian,
            COMPRESSORS[random.nextInt(COMPRESSORS.length)]);
    RandomElements elements = new RandomElements(type, random, false);
    NumberScalar fill = elements.scalar();
    MemoryStore sources = new MemoryStore();
    ZarrArray source = array(sources, shape, type, fill, from);
    fill(sources, source, elements);
    MemoryStore recoded = new MemoryStore();
    ZarrArray target = array(recoded, shape, type, fill, to);

    Optional<ObjectRecoder> recoder = ObjectRecoder.of(source, target);
    boolean sameOrder = from.endian.equals(to.endian) || type.encodedBytes() == 1;
    boolean sameShards = !from.isSharded() || Arrays.equals(from.object, to.object);
    assertThat(recoder.isPresent())
        .isEqualTo(sameOrder && sameShards && type.bits() == 8 * type.encodedBytes());
    if (recoder.isEmpty()) {
      return;
    }
    int[] object = new int[rank];
    try (ObjectRecoder open = recoder.get()) {
      do {
        long[] position = Arrays.stream(object).asLongStream().toArray();
        recoded.put(target.objectKey(position), new byte[] {1}); // An older object goes.
        open.write(position);
      } while (Shapes.next(object, grid(target)));
      if (!from.isSharded()) {
        assertThat(open.fetchedBytes()).isEqualTo(chunkBytes(sources));
      }
    }
    MemoryStore written = new MemoryStore();
    write(source, array(written, shape, type, fill, to));
    assertThat(recoded.objects).containsOnlyKeys(written.objects.keySet());
    written.objects.forEach(
        (key, value) ->
            assertThat(recoded.objects.get(key))
                .as("%s seed %d %s", type, seed, to)
                .isEqualTo(value));
  }

  private static long chunkBytes(MemoryStore store) {
    return store.objects.entrySet().stream()
        .filter(object -> !object.getKey().endsWith("zarr.json"))
        .mapToLong(object -> object.getValue().length)
        .sum();
  }

  @Test
  void ofOtherFillValuesThereIsNone() throws IOException {
    Layout layout = new Layout(new int[] {2}, new int[] {2}, "little", "");
    NumberScalar zero = new NumberScalar(NumberType.INT16, 0);
    NumberScalar one = new NumberScalar(NumberType.INT16, 1);
    long[] shape = {4};
    MemoryStore store = new MemoryStore();
    ZarrArray source = array(store, shape, NumberType.INT16, zero, layout);
    assertThat(
            ObjectRecoder.of(
                source, array(new MemoryStore(), shape, NumberType.INT16, one, layout)))
        .isEmpty();
  }

  @Test
  void aCorruptBlockIsNamed() throws IOException {
    Layout plain = new Layout(new int[] {2}, new int[] {2}, "little", COMPRESSORS[3]);
    Layout shards = new Layout(new int[] {2}, new int[] {4}, "little", COMPRESSORS[1]);
    NumberScalar zero = new NumberScalar(NumberType.INT16, 0);
    long[] shape = {4};
    MemoryStore store = new MemoryStore();
    ZarrArray source = array(store, shape, NumberType.INT16, zero, plain);
    MemoryStore targets = new MemoryStore();
    ZarrArray target = array(targets, shape, NumberType.INT16, zero, shards);
    try (ObjectWriter writer = ObjectWriter.of(source);
        ObjectRecoder recoder = ObjectRecoder.of(source, target).orElseThrow()) {
      writer.write(new long[] {1}, new ChunkData.Shorts(new short[] {1, 2}));
      byte[] stored = store.objects.get("a/c/1");
      stored[0] ^= 1;
      assertThatThrownBy(() -> recoder.write(new long[] {0}))
          .isInstanceOf(ChunkException.class)
          .hasMessageStartingWith("Cannot decode chunk c/1 of memory:a: crc32c: ")
          .hasMessageEndingWith(". Repair or delete the chunk");
      assertThat(targets.objects).containsOnlyKeys("a/zarr.json");
      store.objects.put("a/c/1", Arrays.copyOf(stored, 3));
      assertThatThrownBy(() -> recoder.write(new long[] {0})).isInstanceOf(ChunkException.class);
    }
  }
}
