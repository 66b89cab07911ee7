package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.codec.ByteSlice;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.store.LocalStore;
import io.zarrspark.store.StoredObject;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.Scalar;
import io.zarrspark.type.ScalarJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Arrays of every data type, as zarr-python writes and reads them, in Zarr v2 and v3. */
class ValueStoresTest {
  private static final Path STORES = Path.of("src/test/resources/conformance/types");

  static List<String> stores() {
    try (Stream<Path> children = Files.list(STORES)) {
      return children
          .filter(Files::isDirectory)
          .map(child -> child.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void readsWhatZarrPythonReads(String name) throws IOException {
    ZarrArray array = open(name);
    ChunkData elements = array.readAll();
    JsonNode values = Json.parse(Files.readAllBytes(STORES.resolve(name).resolve("values.json")));
    assertThat(elements.length()).isEqualTo(values.size());
    for (int i = 0; i < values.size(); i++) {
      Scalar want = ScalarJson.parse(array.dataType(), values.get(i));
      Scalar have = elements.element(array.dataType(), i);
      boolean bothNaN =
          want instanceof NumberScalar a
              && have instanceof NumberScalar b
              && a.isNaN()
              && b.isNaN();
      if (!bothNaN) {
        assertThat(have).as("element %d", i).isEqualTo(want);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void encodesWhatItDecodes(String name) throws IOException {
    ZarrArray array = open(name);
    Optional<StoredObject> first = array.openObject(new long[array.shape().length], true);
    Assumptions.assumeTrue(first.isPresent(), "zarr-python leaves out chunks of fill values");
    try (StoredObject object = first.get();
        CodecScratch scratch = new CodecScratch()) {
      byte[] bytes = new byte[(int) object.size()];
      object.read(0, bytes, 0, bytes.length);
      ByteSlice stored = ByteSlice.of(bytes);
      ChunkData elements = array.pipeline().decode(stored, null, scratch);
      byte[] encoded = array.pipeline().encode(elements, scratch).toArray().clone();
      ChunkData again = array.pipeline().decode(ByteSlice.of(encoded), null, scratch);
      for (int i = 0; i < elements.length(); i++) {
        assertThat(again.element(array.dataType(), i))
            .as("element %d", i)
            .isEqualTo(elements.element(array.dataType(), i));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void theFillValueComesBackFromItsJson(String name) throws IOException {
    ZarrArray array = open(name);
    Scalar fill = array.metadata().fillValue();
    assertThat(ScalarJson.parse(array.dataType(), ScalarJson.format(fill))).isEqualTo(fill);
  }

  private static ZarrArray open(String name) throws IOException {
    return ZarrArray.open(new LocalStore(STORES.resolve(name)), "data.zarr");
  }
}
