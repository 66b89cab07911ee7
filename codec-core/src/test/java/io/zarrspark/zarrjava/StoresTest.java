package io.zarrspark.zarrjava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.store.LocalStore;
import io.zarrspark.type.Json;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** zarr-java reads the arrays of its types that others have written with these codecs. */
class StoresTest {
  @TempDir Path folder;

  private static final Set<String> TYPES =
      Arrays.stream(dev.zarr.zarrjava.v3.DataType.values())
          .map(dev.zarr.zarrjava.v3.DataType::getValue)
          .collect(Collectors.toSet());

  @BeforeAll
  static void register() {
    ZarrJavaCodecs.register();
  }

  static Path stores() {
    try {
      return Path.of(StoresTest.class.getResource("/conformance/stores").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static List<Arguments> arrays() throws Exception {
    List<Path> files;
    try (Stream<Path> all = Files.walk(stores())) {
      // zarr-java reads Zarr v2 by codecs of its own, which are not ours.
      files =
          all.filter(file -> file.endsWith("expected.json"))
              .filter(file -> !Files.exists(file.resolveSibling("data.zarr/.zarray")))
              .sorted()
              .toList();
    }
    List<Arguments> arrays = new ArrayList<>();
    for (Path file : files) {
      JsonNode document = Json.parse(Files.readAllBytes(file));
      for (Map.Entry<String, JsonNode> array : document.get("arrays").properties()) {
        if (TYPES.contains(array.getValue().get("dtype").textValue())) {
          Path path = stores().relativize(file.getParent().resolve(array.getKey()));
          arrays.add(Arguments.of(path.toString(), array.getValue()));
        }
      }
    }
    return arrays;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("arrays")
  void readsWhatIsExpected(String path, JsonNode expected) throws Exception {
    Path array = inOldSpelling(stores().resolve(path));
    JsonNode metadata = Json.parse(Files.readAllBytes(array.resolve("zarr.json")));
    String fault = faultOfZarrJava(metadata.get("codecs"));
    if (fault != null) {
      assertThatThrownBy(() -> dev.zarr.zarrjava.v3.Array.open(array).read())
          .hasStackTraceContaining(fault);
      return;
    }
    ucar.ma2.Array read = dev.zarr.zarrjava.v3.Array.open(array).read();
    List<Integer> shape = new ArrayList<>();
    expected.get("shape").forEach(extent -> shape.add(extent.intValue()));
    assertThat(Arrays.stream(read.getShape()).boxed().toList()).isEqualTo(shape);
    if (metadata.toString().contains("fixedscaleoffset")
        && metadata.get("data_type").textValue().equals("float32")) {
      // numcodecs computes these in double, the alias in float: docs/numerics.md.
      assertThat(read.copyTo1DJavaArray())
          .isEqualTo(ZarrArray.open(new LocalStore(array), "").readAll().array());
      return;
    }
    assertThat(littleEndian(read))
        .isEqualTo(Base64.getDecoder().decode(expected.get("data_b64").textValue()));
  }

  /** What zarr-java says to arrays that it cannot read; see {@link ZarrJavaFaultsTest}. */
  private static String faultOfZarrJava(JsonNode codecs) {
    String text = codecs.toString();
    if (text.contains("\"packbits\"")) {
      return "Could not resolve type id 'packbits'";
    }
    if (text.contains("{\"name\":\"zstd\"") || text.contains("\"name\":\"zstd\"}")) {
      if (!ZarrJavaFaultsTest.zstdJniIsNewEnough()) {
        return "java.lang.NoSuchMethodError";
      }
      if (text.contains("sharding_indexed")) {
        return "com.github.luben.zstd.ZstdException";
      }
    }
    return null;
  }

  /**
   * The array itself, or a copy in which codecs are objects and have their configuration, as was
   * the only spelling until Zarr 3.1 and is for zarr-java.
   */
  private Path inOldSpelling(Path array) throws Exception {
    ObjectNode metadata = (ObjectNode) Json.parse(Files.readAllBytes(array.resolve("zarr.json")));
    JsonNode old = metadata.deepCopy();
    spellOut((ArrayNode) metadata.get("codecs"));
    ObjectNode keys = (ObjectNode) metadata.get("chunk_key_encoding");
    if (!keys.has("configuration")) {
      keys.putObject("configuration").put("separator", "/");
    }
    if (metadata.equals(old)) {
      return array;
    }
    assertThatThrownBy(() -> dev.zarr.zarrjava.v3.Array.open(array))
        .isInstanceOf(MismatchedInputException.class);
    try (Stream<Path> files = Files.walk(array)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = folder.resolve(array.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    Files.writeString(folder.resolve("zarr.json"), Json.write(metadata));
    return folder;
  }

  private static void spellOut(ArrayNode codecs) {
    for (int i = 0; i < codecs.size(); i++) {
      if (codecs.get(i).isTextual()) {
        codecs.set(i, Json.nodes().objectNode().set("name", codecs.get(i)));
      }
      JsonNode inner = codecs.get(i).path("configuration").path("codecs");
      if (inner instanceof ArrayNode chain) {
        spellOut(chain);
      }
    }
  }

  private static byte[] littleEndian(ucar.ma2.Array array) {
    Object values = array.copyTo1DJavaArray();
    ByteBuffer bytes =
        ByteBuffer.allocate((int) array.getSizeBytes()).order(ByteOrder.LITTLE_ENDIAN);
    if (values instanceof byte[] elements) {
      bytes.put(elements);
    } else if (values instanceof short[] elements) {
      bytes.asShortBuffer().put(elements);
    } else if (values instanceof int[] elements) {
      bytes.asIntBuffer().put(elements);
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
