package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.codec.ByteSlice;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.store.LocalStore;
import io.zarrspark.type.Json;
import io.zarrspark.type.VariableType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strings and bytes as zarr-python writes them. */
class VariableLengthStoresTest {
  private static final Path STORES = Path.of("src/test/resources/conformance/variable");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"strings_plain", "strings_zstd", "strings_sharded", "bytes_gzip"})
  void readsWhatZarrPythonWrites(String name) throws IOException {
    ZarrArray array = open(name);
    assertThat(show(array, array.readAll())).isEqualTo(expected(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"strings_plain", "bytes_gzip"})
  void encodesWhatItDecodes(String name) throws IOException {
    ZarrArray array = open(name);
    try (BlockReader reader = new BlockReader(array);
        CodecScratch scratch = new CodecScratch()) {
      ChunkData elements = reader.decode(reader.fetch(new long[array.shape().length], zero()), 0);
      ByteSlice encoded = array.pipeline().encode(elements, scratch);
      ChunkData again = array.pipeline().decode(encoded, null, scratch);
      assertThat(show(array, again)).isEqualTo(show(array, elements));
    }
  }

  @Test
  void anAbsentChunkHoldsTheFillValue() throws IOException {
    Path copy = copy("bytes_gzip", "c/2");
    Files.delete(copy.resolve("c/2"));
    ZarrArray array = ZarrArray.open(new LocalStore(copy), "");
    assertThat(show(array, array.readAll())).last().isEqualTo("0102");
  }

  @Test
  void aLengthBeyondTheChunkIsAnError() throws IOException {
    Path copy = copy("strings_plain", "c/0/0");
    byte[] bytes = Files.readAllBytes(copy.resolve("c/0/0"));
    // The first element follows the count; its length becomes 2^31 - 1.
    bytes[4] = bytes[5] = bytes[6] = -1;
    bytes[7] = 127;
    Files.write(copy.resolve("c/0/0"), bytes);
    assertThatThrownBy(() -> ZarrArray.open(new LocalStore(copy), "").readAll())
        .isInstanceOf(ChunkException.class)
        .hasMessage(
            "Cannot decode chunk c/0/0 of "
                + copy
                + ": vlen-utf8: element 0 should have 2147483647 bytes, but 32 are left. Repair or"
                + " delete the chunk");
  }

  private static int[] zero() {
    return new int[] {0};
  }

  private static ZarrArray open(String name) throws IOException {
    return ZarrArray.open(new LocalStore(STORES.resolve(name).resolve("data.zarr")), "");
  }

  private static List<String> expected(String name) throws IOException {
    JsonNode values = Json.parse(Files.readAllBytes(STORES.resolve(name).resolve("values.json")));
    return StreamSupport.stream(values.spliterator(), false).map(JsonNode::textValue).toList();
  }

  private static List<String> show(ZarrArray array, ChunkData elements) {
    return Arrays.stream(((ChunkData.Variable) elements).values())
        .map(
            bytes ->
                array.dataType() == VariableType.STRING
                    ? new String(bytes, StandardCharsets.UTF_8)
                    : HexFormat.of().formatHex(bytes))
        .toList();
  }

  private Path copy(String name, String chunk) throws IOException {
    Path from = STORES.resolve(name).resolve("data.zarr");
    for (String key : List.of("zarr.json", chunk)) {
      Files.createDirectories(folder.resolve(key).getParent());
      Files.copy(from.resolve(key), folder.resolve(key));
    }
    return folder;
  }
}
