package io.zarrspark.zarrjava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.type.Json;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** zarr-java reads the arrays that zarr-python has written with these codecs. */
class StoresTest {
  private static final Path STORES = Path.of("src/test/resources/zarrjava/stores");

  /** Stores that zarr-java itself cannot read, whatever the codecs, and why. */
  private static final Map<String, String> FAULTS = Map.of();

  @BeforeAll
  static void register() {
    ZarrJavaCodecs.register();
  }

  static List<Arguments> arrays() throws Exception {
    List<Arguments> arrays = new ArrayList<>();
    try (Stream<Path> stores = Files.list(STORES)) {
      for (Path store : stores.sorted().toList()) {
        JsonNode expected = Json.parse(Files.readAllBytes(store.resolve("expected.json")));
        expected
            .get("arrays")
            .fields()
            .forEachRemaining(
                array ->
                    arrays.add(
                        Arguments.of(
                            store.getFileName().toString(), array.getKey(), array.getValue())));
      }
    }
    return arrays;
  }

  @ParameterizedTest(name = "{0}/{1}")
  @MethodSource("arrays")
  void opensAndReadsAsExpected(String store, String path, JsonNode expected) throws Exception {
    Path array = STORES.resolve(store).resolve(path);
    String fault = FAULTS.get(store);
    String metadata = Files.readString(array.resolve("zarr.json"), StandardCharsets.UTF_8);
    if (fault == null
        && metadata.contains("\"zstd\"")
        && !metadata.contains("\"blosc\"")
        && !ZarrJavaFaultsTest.zstdJniIsNewEnough()) {
      fault = "NoSuchMethodError";
    }
    if (fault != null) {
      assertThatThrownBy(() -> read(array)).hasStackTraceContaining(fault);
      return;
    }
    ucar.ma2.Array read = read(array);
    int[] shape = new int[expected.get("shape").size()];
    for (int d = 0; d < shape.length; d++) {
      shape[d] = expected.get("shape").get(d).intValue();
    }
    assertThat(read.getShape()).isEqualTo(shape);
    assertThat(littleEndian(read))
        .isEqualTo(Base64.getDecoder().decode(expected.get("data_b64").textValue()));
  }

  private static ucar.ma2.Array read(Path array) throws Exception {
    return dev.zarr.zarrjava.v3.Array.open(array).read();
  }

  private static byte[] littleEndian(ucar.ma2.Array array) {
    Object values = array.copyTo1DJavaArray();
    ByteBuffer bytes =
        ByteBuffer.allocate((int) array.getSizeBytes()).order(ByteOrder.LITTLE_ENDIAN);
    if (values instanceof byte[] elements) {
      bytes.put(elements);
    } else if (values instanceof short[] elements) {
      bytes.asShortBuffer().put(elements);
    } else if (values instanceof long[] elements) {
      bytes.asLongBuffer().put(elements);
    } else if (values instanceof float[] elements) {
      bytes.asFloatBuffer().put(elements);
    } else {
      bytes.asDoubleBuffer().put((double[]) values);
    }
    return bytes.array();
  }
}
