package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.metadata.ArrayMetadata;
import io.zarrspark.metadata.ArrayTemplate;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.store.LocalStore;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.ScalarJson;
import io.zarrspark.type.VariableType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectWriterTest {
  private static final long[] FIRST = {0, 0};

  private final MemoryStore store = new MemoryStore();

  private ZarrArray create(ArrayTemplate template) throws IOException {
    return ZarrArray.create(store, "a", template.toMetadata());
  }

  private static List<CodecConfig> chain(String json) throws JsonProcessingException {
    return CodecConfig.parseList("codecs", Json.parse(json));
  }

  @Property(tries = 1500, seed = "20261130")
  void whatIsWrittenIsReadAndWrittenAgainAlike(@ForAll NumberType type, @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    MemoryStore drawn = new MemoryStore();
    WrittenArray written = WrittenArray.random(drawn, type, random);
    if (written.elements().length() == 0) {
      return;
    }
    ZarrArray source = written.array();
    MemoryStore copies = new MemoryStore();
    ZarrArray copy = ZarrArray.create(copies, "a", source.metadata());
    int[] grid = new int[source.shape().length];
    Arrays.setAll(grid, d -> (int) source.objectGrid().chunks(d));
    int[] object = new int[grid.length];
    try (ObjectWriter from = ObjectWriter.of(source);
        ObjectWriter to = ObjectWriter.of(copy)) {
      do {
        long[] index = Arrays.stream(object).asLongStream().toArray();
        ChunkData cells = from.read(index);
        to.write(index, cells);
        byte[] first = copies.objects.get(copy.objectKey(index));
        assertThat(first == null).isEqualTo(isFill(cells, copy.metadata()));
        try (ObjectWriter other = ObjectWriter.of(copy)) {
          other.write(index, to.read(index));
        }
        assertThat(copies.objects.get(copy.objectKey(index)))
            .as("%s seed %d %s", type, seed, written.chain())
            .isEqualTo(first);
      } while (Shapes.next(object, grid));
    }
    assertThat(RandomElements.scalars(type, ZarrArray.open(copies, "a").readAll()))
        .as("%s seed %d %s", type, seed, written.chain())
        .isEqualTo(RandomElements.scalars(type, written.elements()));
  }

  private static boolean isFill(ChunkData cells, ArrayMetadata metadata) {
    NumberType type = (NumberType) metadata.dataType();
    return RandomElements.scalars(type, cells).stream()
        .allMatch(scalar -> scalar.equals(metadata.fillValue()));
  }

  @Test
  void anObjectOfFillValuesIsDeleted() throws IOException {
    ArrayTemplate plain = ArrayTemplate.of(NumberType.FLOAT32, 4, 6).withChunks(4, 3);
    for (ArrayTemplate template :
        List.of(plain, plain.withShards(new int[] {4, 6}, new int[] {2, 3}))) {
      ZarrArray array = create(template);
      try (ObjectWriter writer = ObjectWriter.of(array)) {
        ChunkData cells = writer.newBuffer();
        writer.write(FIRST, cells);
        assertThat(store.objects).containsOnlyKeys("a/zarr.json");
        // By bits: this is no +0.0.
        cells.setStored(5, Float.floatToRawIntBits(-0.0f));
        writer.write(FIRST, cells);
        assertThat(store.objects).containsOnlyKeys("a/zarr.json", "a/c/0/0");
        assertThat(writer.read(FIRST).stored(5)).isEqualTo(Float.floatToRawIntBits(-0.0f));
        writer.reset(cells);
        writer.write(FIRST, cells);
        assertThat(store.objects).containsOnlyKeys("a/zarr.json");
      }
    }
  }

  @Test
  void anotherNaNThanTheFillValueIsStored() throws IOException {
    NumberScalar fill = ScalarJson.parse(NumberType.FLOAT64, Json.parse("\"0x7ff8000000000001\""));
    ZarrArray array =
        create(ArrayTemplate.of(NumberType.FLOAT64, 2, 2).withChunks(2, 2).withFillValue(fill));
    try (ObjectWriter writer = ObjectWriter.of(array)) {
      ChunkData cells = writer.newBuffer();
      writer.write(FIRST, cells);
      assertThat(store.objects).doesNotContainKey("a/c/0/0");
      cells.fill(0x7ff8000000000000L);
      writer.write(FIRST, cells);
      assertThat(store.objects).containsKey("a/c/0/0");
      assertThat(array.readAll().stored(3)).isEqualTo(0x7ff8000000000000L);
    }
  }

  @Test
  void readingBeforeWritingKeepsTheOtherCells() throws IOException {
    NumberScalar fill = ScalarJson.parse(NumberType.INT16, Json.parse("-1"));
    ZarrArray array =
        create(
            ArrayTemplate.of(NumberType.INT16, 3, 5)
                .withShards(new int[] {4, 6}, new int[] {2, 3})
                .withFillValue(fill));
    try (ObjectWriter writer = ObjectWriter.of(array)) {
      ChunkData cells = writer.newBuffer();
      cells.setStored(0, 7);
      writer.write(FIRST, cells);
      cells = writer.read(FIRST);
      cells.setStored(10, 8);
      writer.write(FIRST, cells);
    }
    assertThat(((ChunkData.Shorts) array.readAll()).values())
        .containsExactly(7, -1, -1, -1, -1, -1, -1, -1, -1, 8, -1, -1, -1, -1, -1);
  }

  @Test
  void strings() throws IOException {
    ZarrArray array = create(ArrayTemplate.of(VariableType.STRING, 3, 1).withChunks(2, 1));
    try (ObjectWriter writer = ObjectWriter.of(array)) {
      ChunkData cells = writer.newBuffer();
      ((ChunkData.Variable) cells).values()[1] = "é".getBytes("UTF-8");
      writer.write(FIRST, cells);
      writer.reset(cells);
      writer.write(new long[] {1, 0}, cells);
    }
    assertThat(store.objects).containsOnlyKeys("a/zarr.json", "a/c/0/0");
    byte[][] read = ((ChunkData.Variable) array.readAll()).values();
    assertThat(read).isEqualTo(new byte[][] {{}, "é".getBytes("UTF-8"), {}});
  }

  @Test
  void aCellThatHasNoEncodedFormLeavesTheObjectAsItWas() throws IOException {
    List<CodecConfig> cast =
        chain("[{\"name\":\"cast_value\",\"configuration\":{\"data_type\":\"int8\"}},\"bytes\"]");
    ArrayTemplate plain = ArrayTemplate.of(NumberType.INT16, 4, 4).withCodecs(cast);
    ZarrArray array = create(plain.withChunks(4, 4));
    try (ObjectWriter writer = ObjectWriter.of(array)) {
      ChunkData cells = writer.newBuffer();
      cells.fill(1);
      writer.write(FIRST, cells);
      byte[] before = store.objects.get("a/c/0/0");
      cells.setStored(6, 300);
      assertThatThrownBy(() -> writer.write(FIRST, cells))
          .isInstanceOf(ChunkException.class)
          .hasMessage(
              "Cannot encode chunk c/0/0 of memory:a: cast_value: 300 at element 6 is not"
                  + " representable in int8 (out_of_range is not set). Set \"out_of_range\" to"
                  + " \"clamp\" or \"wrap\" in the codec configuration, or repair the data.");
      assertThat(store.objects.get("a/c/0/0")).isSameAs(before);
    }
    ZarrArray sharded = create(plain.withShards(new int[] {4, 4}, new int[] {2, 2}));
    try (ObjectWriter writer = ObjectWriter.of(sharded)) {
      ChunkData cells = writer.newBuffer();
      cells.setStored(6, 300);
      assertThatThrownBy(() -> writer.write(FIRST, cells))
          .isInstanceOf(ChunkException.class)
          .hasMessageStartingWith(
              "Cannot encode chunk c/0/0 of memory:a: sharding_indexed: inner chunk [0, 1]:"
                  + " cast_value: 300 at element 2 is not representable in int8");
    }
  }

  @Test
  void codecsThatOnlyDecodeAreRefusedAtOnce() throws IOException {
    List<CodecConfig> legacy =
        chain(
            "[{\"name\":\"numcodecs.fixedscaleoffset\",\"configuration\":{\"astype\":\"uint8\","
                + "\"dtype\":\"float32\",\"scale\":10,\"offset\":0}},\"bytes\"]");
    ArrayTemplate plain = ArrayTemplate.of(NumberType.FLOAT32, 4, 4).withCodecs(legacy);
    for (ArrayTemplate template :
        List.of(plain.withChunks(4, 4), plain.withShards(new int[] {4, 4}, new int[] {2, 2}))) {
      ZarrArray array = create(template);
      assertThatThrownBy(() -> ObjectWriter.of(array))
          .isInstanceOf(UnsupportedExtensionException.class)
          .hasMessage(
              "Cannot write into memory:a: the codec numcodecs.fixedscaleoffset is only read."
                  + " Write into an array without it");
    }
  }

  @Test
  void objectsTooLargeForAJavaArrayAreRefusedAtOnce() throws IOException {
    ZarrArray array =
        create(
            ArrayTemplate.of(NumberType.INT8, 65536, 65536)
                .withShards(new int[] {65536, 65536}, new int[] {256, 256}));
    assertThatThrownBy(() -> ObjectWriter.of(array))
        .isInstanceOf(UnsupportedExtensionException.class)
        .hasMessage(
            "Cannot write into memory:a: objects of [65536, 65536] cells are larger than a Java"
                + " array, and objects are written as a whole");
  }

  @Test
  void objectsOutsideTheArrayAndOtherBuffersAreMistakes() throws IOException {
    ZarrArray array = create(ArrayTemplate.of(NumberType.INT8, 4, 4).withChunks(2, 3));
    try (ObjectWriter writer = ObjectWriter.of(array)) {
      for (long[] object : new long[][] {{0, 2}, {-1, 0}, {0}, {0, 0, 0}}) {
        assertThatThrownBy(() -> writer.write(object, writer.newBuffer()))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage(
                "the array memory:a, [4, 4] in chunks of [2, 3], has no chunk "
                    + Arrays.toString(object));
      }
      assertThatThrownBy(() -> writer.write(FIRST, new ChunkData.Bytes(new byte[5])))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("an object of memory:a has 6 cells, not 5");
    }
  }

  @Test
  void aFailureOfTheStoreNamesTheChunk(@TempDir Path folder) throws IOException {
    ZarrArray array =
        ZarrArray.of(
            new LocalStore(folder),
            "a",
            ArrayTemplate.of(NumberType.INT8, 4, 4).withChunks(2, 2).toMetadata());
    Files.write(folder.resolve("a"), new byte[1]);
    try (ObjectWriter writer = ObjectWriter.of(array)) {
      ChunkData cells = writer.newBuffer();
      cells.fill(3);
      assertThatThrownBy(() -> writer.write(FIRST, cells))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("Cannot write chunk c/0/0 of " + folder.resolve("a") + ": ");
    }
  }
}
