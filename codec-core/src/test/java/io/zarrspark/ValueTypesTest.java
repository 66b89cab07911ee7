package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.codec.ByteSlice;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.type.ComplexType;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.ScalarJson;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Metadata of Zarr v3 arrays whose elements are no numbers, and what it refuses. */
class ValueTypesTest {
  private final MemoryStore store = new MemoryStore();

  /** The array "a" of 3 elements in one chunk, with other members. */
  private ZarrArray array(String dataType, String fill, String... changes) throws IOException {
    ObjectNode document =
        (ObjectNode)
            Json.parse(
                "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [3], \"chunk_grid\":"
                    + " {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [3]}},"
                    + " \"chunk_key_encoding\": {\"name\": \"default\"}, \"codecs\": [\"bytes\"],"
                    + " \"data_type\": "
                    + dataType
                    + ", \"fill_value\": "
                    + fill
                    + "}");
    for (int i = 0; i < changes.length; i += 2) {
      document.set(changes[i], Json.parse(changes[i + 1]));
    }
    return ZarrArray.of(store, "a", document);
  }

  private static String first(ZarrArray array) throws IOException {
    return Json.write(ScalarJson.format(array.readAll().element(array.dataType(), 0)));
  }

  /** Also those of small floats, which only zarr-extensions name. */
  @ParameterizedTest
  @EnumSource(ComplexType.class)
  void complexNumbersAreTwoFloats(ComplexType type) throws IOException {
    boolean hasZero = type.component() != NumberType.FLOAT8_E8M0FNU;
    ZarrArray array = array('"' + type.zarrName() + '"', hasZero ? "[0.5, -1.0]" : "[0.5, 1.0]");
    assertThat(first(array)).isEqualTo(hasZero ? "[0.5,-1.0]" : "[0.5,1.0]");
    try (CodecScratch scratch = new CodecScratch()) {
      ChunkData elements = array.readAll();
      byte[] encoded = array.pipeline().encode(elements, scratch).toArray();
      assertThat(encoded).hasSize(3 * 2 * type.component().storage().bytes());
      store.put("a/c/0", encoded);
      assertThat(first(array)).isEqualTo(hasZero ? "[0.5,-1.0]" : "[0.5,1.0]");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"bool\" | 1 | 1 is not a bool: true or false is needed",
        "\"int32\" | \"5\" | \"5\" is not a int32: a JSON number is needed",
        "\"uint64\" | 18446744073709551616 | 18446744073709551616 is not a uint64: the range is 0"
            + " to 18446744073709551615",
        "\"float32\" | \"x\" | \"x\" is not a float32: strings are \"NaN\", \"Infinity\","
            + " \"-Infinity\" or 0x with 8 digits",
        "\"r16\" | [1] | [1] is not a r16: it has 1 bytes, but an element of r16 has 2",
        "\"complex64\" | 1.0 | 1.0 is not a complex64: a list of two numbers is needed",
        "\"complex64\" | [1.0] | [1.0] is not a complex64: a list of two numbers is needed",
        "{\"name\": \"fixed_length_utf32\", \"configuration\": {\"length_bytes\": 4}} | \"ab\" |"
            + " \"ab\" is not a fixed_length_utf32[4]: it has 8 bytes, but an element of"
            + " fixed_length_utf32[4] has 4",
        "{\"name\": \"numpy.datetime64\", \"configuration\": {\"unit\": \"s\", \"scale_factor\":"
            + " 1}} | \"now\" | \"now\" is not a numpy.datetime64[s]: a JSON number or \"NaT\" is"
            + " needed",
      })
  void aFillValueThatTheTypeHasNotIsAnErrorWithTheValue(
      String dataType, String fill, String problem) {
    assertThatThrownBy(() -> array(dataType, fill))
        .isExactlyInstanceOf(InvalidMetadataException.class)
        .hasMessage("array memory:a: fill_value: " + problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"r12\" | data_type: the bits of r12 must be a multiple of 8, above 0 and"
            + " at most 134217728",
        "{\"name\": \"struct\", \"configuration\": {\"fields\": []}} | the configuration of"
            + " data_type: \"fields\" is [] but must be a list of at least one field",
        "{\"name\": \"struct\", \"configuration\": {\"fields\": [[\"a\", \"int8\"], [\"a\","
            + " \"int8\"]]}} | data_type has two fields named a",
        "{\"name\": \"struct\", \"configuration\": {\"fields\": [[\"a\", \"string\"]]}} |"
            + " data_type: field a has no fixed size: string",
        "{\"name\": \"fixed_length_utf32\", \"configuration\": {\"length_bytes\": 6}} | data_type:"
            + " length_bytes of fixed_length_utf32 is 6, no multiple of 4",
      })
  void aTypeThatCannotBeIsAnError(String dataType, String problem) {
    assertThatThrownBy(() -> array(dataType, "0"))
        .isExactlyInstanceOf(InvalidMetadataException.class)
        .hasMessage("array memory:a: " + problem);
  }

  @Test
  void extensionsAreRefusedUnlessTheySayThatTheyMayBeIgnored() throws IOException {
    assertThat(array("\"bool\"", "true", "x", "{\"must_understand\": false}").shape())
        .containsExactly(3);
    assertThatThrownBy(() -> array("\"bool\"", "true", "x", "{\"must_understand\": true}"))
        .isExactlyInstanceOf(UnsupportedExtensionException.class)
        .hasMessageContaining("has the unknown member \"x\"");
    assertThatThrownBy(
            () -> array("\"bool\"", "true", "storage_transformers", "[{\"name\": \"x\"}]"))
        .isExactlyInstanceOf(UnsupportedExtensionException.class)
        .hasMessage("array memory:a: storage transformers are not supported: [{\"name\":\"x\"}]");
  }

  @Test
  void aChunkOfNoBytesIsAnErrorAndNotAbsent() throws IOException {
    ZarrArray array = array("\"complex64\"", "[0.0, 0.0]");
    store.put("a/c/0", new byte[0]);
    assertThatThrownBy(array::readAll)
        .isInstanceOf(ChunkException.class)
        .hasMessage(
            "Cannot read chunk c/0 of memory:a: the object has 0 bytes; there should be exactly 24"
                + " bytes. Repair or delete the chunk");
  }

  @Test
  void aNumberThatIsNoCharacterIsAnErrorWithItsPlace() throws IOException {
    String text = "{\"name\": \"fixed_length_utf32\", \"configuration\": {\"length_bytes\": 4}}";
    ZarrArray array = array(text, "\"\"");
    store.put("a/c/0", new byte[] {65, 0, 0, 0, 0, 0, 0x11, 0, 0, 0, 0, 0});
    assertThatThrownBy(array::readAll)
        .hasMessage(
            "Cannot decode chunk c/0 of memory:a: bytes: element 1: 0x110000 is no character of"
                + " Unicode. Repair or delete the chunk");
  }

  @Test
  void textThatDoesNotFitIsNotCut() throws IOException {
    String text = "{\"name\": \"fixed_length_utf32\", \"configuration\": {\"length_bytes\": 4}}";
    ZarrArray array = array(text, "\"\"");
    byte[][] values = {{65}, {65, 66}, {}};
    try (CodecScratch scratch = new CodecScratch()) {
      assertThatThrownBy(() -> array.pipeline().encode(new ChunkData.Variable(values), scratch))
          .hasMessage(
              "bytes: element 1: it has 8 bytes, but an element of fixed_length_utf32[4] has 4");
    }
  }

  @Test
  void booleansPackIntoBits() throws IOException {
    ZarrArray array = array("\"bool\"", "false", "codecs", "[\"packbits\"]");
    try (CodecScratch scratch = new CodecScratch()) {
      ChunkData elements = array.pipeline().decode(ByteSlice.of(new byte[] {5}), null, scratch);
      assertThat(((ChunkData.Bytes) elements).values()).containsExactly(1, 0, 1);
      assertThat(array.pipeline().encode(elements, scratch).toArray()).containsExactly(5);
    }
  }
}
