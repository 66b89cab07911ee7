package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.store.StoredObject;
import io.zarrspark.type.Json;
import io.zarrspark.type.ScalarJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes of Zarr v2: how they are found, what their metadata means, chunks of unusual sizes. */
class Version2Test {
  private static final String ARRAY =
      "{\"zarr_format\": 2, \"shape\": [3, 2], \"chunks\": [2, 2], \"dtype\": \"|u1\","
          + " \"fill_value\": 9, \"order\": \"C\", \"filters\": null, \"compressor\": null}";

  private final MemoryStore store = new MemoryStore();

  private void put(String key, String text) {
    store.put(key, text.getBytes(StandardCharsets.UTF_8));
  }

  /** The array "a", with other members. */
  private ZarrArray array(String... changes) throws IOException {
    ObjectNode document = (ObjectNode) Json.parse(ARRAY);
    for (int i = 0; i < changes.length; i += 2) {
      document.set(changes[i], Json.parse(changes[i + 1]));
    }
    put("a/.zarray", Json.write(document));
    return ZarrArray.open(store, "a");
  }

  private static List<String> values(ZarrArray array) throws IOException {
    ChunkData elements = array.readAll();
    List<String> values = new ArrayList<>();
    for (int i = 0; i < elements.length(); i++) {
      values.add(Json.write(ScalarJson.format(elements.element(array.dataType(), i))));
    }
    return values;
  }

  @Test
  void whereBothVersionsLieItIsVersion3() throws IOException {
    array();
    put("a/zarr.json", "{\"zarr_format\": 3, \"node_type\": \"group\"}");
    assertThat(ZarrNode.open(store, "a")).isInstanceOf(ZarrGroup.class);
  }

  @Test
  void theAttributeOfXarrayNamesDimensionsAndIsHidden() throws IOException {
    put("a/.zattrs", "{\"_ARRAY_DIMENSIONS\": [\"y\", \"x\"], \"units\": \"K\"}");
    ZarrArray array = array();
    assertThat(array.metadata().dimensionNames()).containsExactly("y", "x");
    // xarray's own reading: the fill value of its arrays is the missing value.
    assertThat(Json.write(array.attributes())).isEqualTo("{\"units\":\"K\",\"_FillValue\":9}");
  }

  @Test
  void theFillValueOfOtherArraysIsNoMissingValue() throws IOException {
    put("a/.zattrs", "{\"units\": \"K\"}");
    assertThat(Json.write(array().attributes())).isEqualTo("{\"units\":\"K\"}");
    put("a/.zattrs", "{\"_ARRAY_DIMENSIONS\": [\"y\", \"x\"]}");
    assertThat(array("fill_value", "null").attributes()).isEmpty();
  }

  @Test
  void consolidatedMetadataIsOneRequestInAnyOrderOfKeys() throws IOException {
    String group = "\".zgroup\": {\"zarr_format\": 2}";
    String attributes = "\"a/.zattrs\": {\"_ARRAY_DIMENSIONS\": [\"y\", \"x\"]}";
    String zarray = "\"a/.zarray\": " + ARRAY;
    for (List<String> keys :
        List.of(List.of(group, attributes, zarray), List.of(zarray, attributes, group))) {
      store.objects.clear();
      put(
          ".zmetadata",
          "{\"zarr_consolidated_format\": 1, \"metadata\": {" + String.join(",", keys) + "}}");
      ZarrGroup root = (ZarrGroup) ZarrNode.open(store, "");
      assertThat(root.isConsolidated()).isTrue();
      assertThat(root.childDocuments()).containsOnlyKeys("a");
      ZarrArray array = (ZarrArray) root.child("a", root.childDocuments().get("a"));
      assertThat(array.metadata().dimensionNames()).containsExactly("y", "x");
    }
  }

  @Test
  void withoutItChildrenAreListed() throws IOException {
    put(".zgroup", "{\"zarr_format\": 2}");
    put(".zattrs", "{\"title\": \"t\"}");
    put("g/.zgroup", "{\"zarr_format\": 2}");
    array();
    ZarrGroup root = (ZarrGroup) ZarrNode.open(store, "");
    assertThat(root.attributes().get("title").textValue()).isEqualTo("t");
    assertThat(root.childDocuments()).containsOnlyKeys("a", "g");
  }

  @Test
  void withoutASeparatorEitherKeyIsTheChunk() throws IOException {
    ZarrArray array = array();
    store.put("a/0/0", new byte[] {1, 2, 3, 4});
    store.put("a/1.0", new byte[] {5, 6, 7, 8});
    assertThat(values(array)).containsExactly("1", "2", "3", "4", "5", "6");
    assertThat(values(array("dimension_separator", "\".\"")))
        .containsExactly("9", "9", "9", "9", "5", "6");
  }

  @Test
  void anEdgeChunkWithoutItsPaddingIsRead() throws IOException {
    ZarrArray array = array();
    store.put("a/1.0", new byte[] {5, 6});
    assertThat(values(array)).containsExactly("9", "9", "9", "9", "5", "6");
    ZarrArray compressed = array("compressor", "{\"id\": \"zlib\", \"level\": 1}");
    store.put("a/1.0", zlib(new byte[] {5, 6}));
    assertThat(values(compressed)).containsExactly("9", "9", "9", "9", "5", "6");
  }

  private static byte[] zlib(byte[] bytes) throws IOException {
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    try (java.util.zip.DeflaterOutputStream deflater =
        new java.util.zip.DeflaterOutputStream(out)) {
      deflater.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void aTruncatedChunkIsAnError() throws IOException {
    ZarrArray array = array();
    store.put("a/1.0", new byte[] {5, 6, 7});
    assertThatThrownBy(array::readAll)
        .isInstanceOf(ChunkException.class)
        .hasMessage(
            "Cannot read chunk 1.0 of memory:a: the object has 3 bytes; there should be exactly 4"
                + " bytes. Repair or delete the chunk");
    // Only at the edge may a chunk be cut.
    store.delete("a/1.0");
    store.put("a/0.0", new byte[] {5, 6});
    assertThatThrownBy(array::readAll).isInstanceOf(ChunkException.class);
  }

  @Test
  void aChunkOfNoBytesIsAnErrorAndNotAbsent() throws IOException {
    ZarrArray array = array();
    store.put("a/1.0", new byte[0]);
    assertThatThrownBy(array::readAll)
        .hasMessage(
            "Cannot read chunk 1.0 of memory:a: the object has 0 bytes; there should be exactly 4"
                + " bytes. Repair or delete the chunk");
    ZarrArray compressed = array("compressor", "{\"id\": \"zstd\", \"level\": 1}");
    assertThatThrownBy(compressed::readAll).isInstanceOf(ChunkException.class);
  }

  /** Null is zero, the empty text or NaT, as with zarr-python 3. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "<f4 ; \"NaN\" ; \"NaN\"",
        "<f8 ; \"-Infinity\" ; \"-Infinity\"",
        "<f8 ; -0.0 ; -0.0",
        "<f8 ; \"1.5\" ; 1.5",
        "<i4 ; \"-7\" ; -7",
        "<i4 ; 5.0 ; 5",
        "<i8 ; -9007199254740993 ; -9007199254740993",
        "<i8 ; 9223372036854775807 ; 9223372036854775807",
        "<u8 ; 18446744073709551615 ; 18446744073709551615",
        "<u8 ; 9223372036854775808 ; 9223372036854775808",
        "<f4 ; null ; 0.0",
        "<i2 ; null ; 0",
        "|b1 ; null ; false",
        "|b1 ; 1 ; true",
        "<M8[ns] ; null ; \"NaT\"",
        "<M8[ns] ; -9223372036854775808 ; \"NaT\"",
        "<m8[s] ; 5 ; 5",
        "|S3 ; null ; \"\"",
        "|S3 ; \"AQAA\" ; \"AQ==\"",
        "|S3 ; 0 ; \"\"",
        "<U3 ; \"ab\" ; \"ab\"",
        "|V2 ; \"AQI=\" ; \"AQI=\"",
        "<c8 ; [1.0, \"NaN\"] ; [1.0,\"NaN\"]",
        "<c16 ; 0 ; [0.0,0.0]",
      })
  void fillValuesAreReadAsTheyStandInStores(String dtype, String json, String shown)
      throws IOException {
    ZarrArray array = array("dtype", '"' + dtype + '"', "fill_value", json, "shape", "[1, 1]");
    assertThat(values(array)).containsExactly(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "|u1 ; 256 ; 256 is not a uint8: the range is 0 to 255",
        "|u1 ; -1 ; -1 is not a uint8: the range is 0 to 255",
        "<i4 ; \"NaN\" ; \"NaN\" is not a int32: a JSON number is needed",
        "<i4 ; 1.5 ; 1.5 is not a int32: it is not an integer",
        "<i8 ; 9223372036854775808 ; 9223372036854775808 is not a int64: the range is"
            + " -9223372036854775808 to 9223372036854775807",
        "|S2 ; \"YWJj\" ; \"YWJj\" is not a null_terminated_bytes[2]: it has 3 bytes, but an"
            + " element of null_terminated_bytes[2] has 2",
        "|b1 ; \"x\" ; \"x\" is not a bool: true or false is needed",
      })
  void aFillValueOutsideTheTypeIsAnErrorWithTheValue(String dtype, String json, String problem) {
    assertThatThrownBy(() -> array("dtype", '"' + dtype + '"', "fill_value", json))
        .isExactlyInstanceOf(InvalidMetadataException.class)
        .hasMessage("array memory:a: fill_value: " + problem);
  }

  @Test
  void whatIsNotSupportedIsNamed() {
    assertThatThrownBy(() -> array("dtype", "\"<f16\""))
        .isExactlyInstanceOf(UnsupportedExtensionException.class)
        .hasMessageStartingWith("array memory:a: dtype \"<f16\" is not supported; supported are");
    assertThatThrownBy(() -> array("dtype", "\"|O\"", "filters", "[{\"id\": \"pickle\"}]"))
        .hasMessage(
            "array memory:a: dtype \"|O\" is supported with one of the filters [vlen-utf8,"
                + " vlen-bytes, categorize], not with [pickle]");
    assertThatThrownBy(() -> array("compressor", "{\"id\": \"zfpy\"}"))
        .hasMessageStartingWith("array memory:a: codecs[1]: the codec \"numcodecs.zfpy\" is not");
    assertThatThrownBy(
            () -> array("dtype", "[[\"a\", \"<i4\"], [\"b\", \">i4\"]]", "fill_value", "null"))
        .hasMessageContaining("mixes byte orders");
  }

  @Test
  void categoriesAreTextByItsNumber() throws IOException {
    ZarrArray array =
        array(
            "dtype",
            "\"|O\"",
            "fill_value",
            "\"\"",
            "filters",
            "[{\"id\": \"categorize\", \"dtype\": \"|O\", \"astype\": \"|u1\","
                + " \"labels\": [\"female\", \"male\"]}]");
    store.put("a/0.0", new byte[] {1, 2, 0, 1});
    assertThat(values(array))
        .containsExactly("\"female\"", "\"male\"", "\"\"", "\"female\"", "\"\"", "\"\"");
  }

  @Test
  void arraysWithoutElementsOrDimensionsOpen() throws IOException {
    assertThat(values(array("shape", "[0, 2]", "chunks", "[0, 2]"))).isEmpty();
    ZarrArray scalar = array("shape", "[]", "chunks", "[]");
    assertThat(values(scalar)).containsExactly("9");
    store.put("a/0", new byte[] {3});
    assertThat(values(scalar)).containsExactly("3");
  }

  @Test
  void membersOfOtherProgramsAreIgnored() throws IOException {
    assertThat(array("_NCZARR_ARRAY", "{\"dimrefs\": [\"/y\", \"/x\"]}").shape())
        .containsExactly(3, 2);
  }

  @Test
  void anObjectIsOpenedByEitherKeyOnlyWhereNothingTellsTheSeparator() throws IOException {
    ZarrArray array = array("dimension_separator", "\"/\"");
    store.put("a/0.0", new byte[] {1, 2, 3, 4});
    Optional<StoredObject> none = array.openObject(new long[2], true);
    assertThat(none).isEmpty();
    assertThat(Arrays.asList(array.objectKey(new long[2]))).containsExactly("a/0/0");
  }
}
