package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zarrspark.ShardInspector.InnerChunks;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.store.LocalStore;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an inspector says of objects is what a reader finds in them. */
class ShardInspectorTest {
  @TempDir Path directory;

  @Property(tries = 100, seed = "20261130")
  void agreesWithTheReader(@ForAll NumberType type, @ForAll long seed) throws IOException {
    Path folder = Files.createTempDirectory("inspected");
    Store store = new LocalStore(folder);
    ZarrArray array = WrittenArray.random(store, type, new Random(seed)).array();
    int[] grid = new int[array.shape().length];
    Arrays.setAll(grid, d -> (int) array.objectGrid().chunks(d));
    if (Shapes.isEmpty(grid)) {
      return;
    }
    int[] every = new int[Shapes.elements(array.blocksPerObject())];
    Arrays.setAll(every, i -> i);
    int[] object = new int[grid.length];
    try (BlockReader reader = new BlockReader(array);
        ShardInspector inspector = new ShardInspector(array)) {
      do {
        long[] position = Arrays.stream(object).asLongStream().toArray();
        EncodedObject encoded = reader.fetch(position, every);
        Path file = folder.resolve(array.objectKey(position));
        assertThat(inspector.size(position))
            .isEqualTo(
                Files.exists(file) ? OptionalLong.of(Files.size(file)) : OptionalLong.empty());
        if (array.pipeline().shardLayout().isPresent()) {
          checkInnerChunks(inspector.innerChunks(position), encoded);
        }
      } while (Shapes.next(object, grid));
    }
  }

  private static void checkInnerChunks(Optional<InnerChunks> chunks, EncodedObject encoded) {
    assertThat(chunks.isPresent()).isEqualTo(encoded.isPresent());
    for (int i = 0; chunks.isPresent() && i < encoded.blocks().length; i++) {
      assertThat(chunks.get().isPresent(i)).isEqualTo(encoded.isBlockPresent(i));
      if (encoded.isBlockPresent(i)) {
        assertThat(chunks.get().lengths()[i]).isEqualTo(encoded.encoded(i).length());
      }
    }
  }

  private ZarrArray array(String codecs) throws IOException {
    Store store = new LocalStore(directory);
    store.put(
        "a/zarr.json",
        Json.write(
                WrittenArray.document(
                    new long[] {4},
                    NumberType.INT8,
                    new int[] {4},
                    new NumberScalar(NumberType.INT8, 0),
                    codecs))
            .getBytes(StandardCharsets.UTF_8));
    return ZarrArray.open(store, "a");
  }

  @Test
  void aCorruptIndexIsAnError() throws IOException {
    ZarrArray array =
        array(
            "[{\"name\":\"sharding_indexed\",\"configuration\":{\"chunk_shape\":[2],"
                + "\"codecs\":[\"bytes\"],\"index_codecs\":[{\"name\":\"bytes\",\"configuration\":"
                + "{\"endian\":\"little\"}}]}}]");
    Path chunk = directory.resolve("a/c/0");
    Files.createDirectories(chunk.getParent());
    Files.write(chunk, new byte[] {1, 2, 3});
    try (ShardInspector inspector = new ShardInspector(array)) {
      assertThat(inspector.size(new long[] {0})).hasValue(3);
      assertThatThrownBy(() -> inspector.innerChunks(new long[] {0}))
          .isInstanceOf(ChunkException.class)
          .hasMessageStartingWith("Cannot read the index of shard a/c/0 of " + directory + "/a: ");
    }
  }

  @Test
  void chunksHaveNoInnerChunks() throws IOException {
    try (ShardInspector inspector = new ShardInspector(array("[\"bytes\"]"))) {
      assertThatThrownBy(() -> inspector.innerChunks(new long[] {0}))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(directory + "/a has no shards");
    }
  }
}
