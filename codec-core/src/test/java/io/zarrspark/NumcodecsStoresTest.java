package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.codec.ByteSlice;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.store.LocalStore;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every store of {@code conformance/numcodecs}, written by zarr-python with numcodecs, reads equal;
 * and its chunks encode again, to the same bytes where a codec does not compress.
 */
class NumcodecsStoresTest {
  /** Codecs whose bytes depend on the version of a compressor. */
  private static final Pattern COMPRESSES = Pattern.compile("zlib|gzip|zstd|lz4|bz2|lzma|sharding");

  /** Decoding floats of these does not lead back to the elements that were encoded. */
  private static final Pattern LOSSY = Pattern.compile("delta_float|astype_wraps");

  @TestFactory
  Stream<DynamicTest> readsEqual() throws IOException, URISyntaxException {
    return cases().map(folder -> DynamicTest.dynamicTest(name(folder), () -> readEqual(folder)));
  }

  @TestFactory
  Stream<DynamicTest> encodesAgain() throws IOException, URISyntaxException {
    return cases()
        .filter(folder -> !LOSSY.matcher(name(folder)).find())
        .map(folder -> DynamicTest.dynamicTest(name(folder), () -> encodeAgain(folder)));
  }

  private static void readEqual(Path folder) throws IOException {
    JsonNode expected =
        Json.parse(Files.readAllBytes(folder.resolve("expected.json"))).at("/arrays/data.zarr");
    ZarrArray array = open(folder);
    NumberType type = (NumberType) array.dataType();
    assertThat(type.zarrName()).isEqualTo(expected.get("dtype").textValue());
    ChunkData wanted = littleEndian(type, expected.get("data_b64").textValue());
    ChunkData actual = array.readAll();
    assertThat(actual.length()).isEqualTo(wanted.length());
    for (int i = 0; i < wanted.length(); i++) {
      if (wanted.scalar(type, i).isNaN()) {
        assertThat(actual.scalar(type, i).isNaN()).as("element %s is NaN", i).isTrue();
      } else {
        assertThat(actual.scalar(type, i)).as("element %s", i).isEqualTo(wanted.scalar(type, i));
      }
    }
  }

  private static void encodeAgain(Path folder) throws IOException {
    ZarrArray array = open(folder);
    boolean sameBytes =
        array.pipeline().codecs().stream().noneMatch(c -> COMPRESSES.matcher(c.name()).find());
    List<Path> chunks;
    try (Stream<Path> files = Files.walk(folder.resolve("data.zarr/c"))) {
      chunks = files.filter(Files::isRegularFile).toList();
    }
    assertThat(chunks).isNotEmpty();
    try (CodecScratch scratch = new CodecScratch()) {
      for (Path chunk : chunks) {
        byte[] stored = Files.readAllBytes(chunk);
        ChunkData elements = array.pipeline().decode(ByteSlice.of(stored), null, scratch);
        byte[] encoded = array.pipeline().encode(elements, scratch).toArray().clone();
        if (sameBytes) {
          assertThat(encoded).as(chunk.toString()).isEqualTo(stored);
        }
        ChunkData again = array.pipeline().decode(ByteSlice.of(encoded), null, scratch);
        assertThat(again.array()).as(chunk.toString()).isEqualTo(elements.array());
        byte[] second = array.pipeline().encode(elements, scratch).toArray();
        assertThat(second).as("the same bytes every time").isEqualTo(encoded);
      }
    }
  }

  private static ZarrArray open(Path folder) throws IOException {
    return ZarrArray.open(new LocalStore(folder), "data.zarr");
  }

  private static ChunkData littleEndian(NumberType type, String base64) {
    ByteBuffer bytes =
        ByteBuffer.wrap(Base64.getDecoder().decode(base64)).order(ByteOrder.LITTLE_ENDIAN);
    ChunkData elements = ChunkData.allocate(type, bytes.limit() / type.storage().bytes());
    for (int i = 0; i < elements.length(); i++) {
      elements.setStored(
          i,
          switch (type.storage()) {
            case BYTES -> bytes.get();
            case SHORTS -> bytes.getShort();
            case INTS, FLOATS -> bytes.getInt();
            case LONGS, DOUBLES -> bytes.getLong();
            case VARIABLE, FIELDS -> throw new AssertionError(type);
          });
    }
    return elements;
  }

  private static String name(Path folder) {
    return folder.getFileName().toString();
  }

  private static Stream<Path> cases() throws IOException, URISyntaxException {
    Path root = Path.of(NumcodecsStoresTest.class.getResource("/conformance/numcodecs").toURI());
    try (Stream<Path> folders = Files.list(root)) {
      List<Path> cases = folders.filter(Files::isDirectory).sorted().toList();
      assertThat(cases).hasSizeGreaterThan(80);
      return cases.stream();
    }
  }
}
