package io.zarrspark.zarrjava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.zarr.zarrjava.ZarrException;
import dev.zarr.zarrjava.v3.Array;
import dev.zarr.zarrjava.v3.DataType;
import dev.zarr.zarrjava.v3.codec.core.BytesCodec;
import io.zarrspark.ZarrArray;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.store.LocalStore;
import io.zarrspark.type.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ZarrJavaCodecsTest {
  private static final String BYTES =
      "{\"name\": \"bytes\", \"configuration\": {\"endian\": \"little\"}}";

  @TempDir Path folder;

  @BeforeAll
  static void register() {
    ZarrJavaCodecs.register();
  }

  @Test
  void anArrayIsCreatedWrittenAndReadThroughZarrJavaAlone() throws Exception {
    String scaleOffset =
        "{\"name\":\"scale_offset\",\"configuration\":{\"offset\":-0.0,\"scale\":1E+2}}";
    String castValue =
        "{\"name\":\"cast_value\",\"configuration\":{\"data_type\":\"int16\",\"out_of_range\":\"clamp\"}}";
    Array array =
        Array.create(
            folder,
            Array.metadataBuilder()
                .withShape(5)
                .withChunkShape(3)
                .withDataType(DataType.FLOAT64)
                .withFillValue(0.5)
                .withCodecs(
                    ZarrJavaCodecs.codec(scaleOffset),
                    ZarrJavaCodecs.codec(castValue),
                    new BytesCodec(BytesCodec.Endian.BIG))
                .build());
    double[] values = {1.25, -3, 1000, 0.01, 0.5};
    array.write(ucar.ma2.Array.factory(ucar.ma2.DataType.DOUBLE, new int[] {5}, values));
    double[] expected = {1.25, -3, 327.67, 0.01, 0.5};
    assertThat(array.read().copyTo1DJavaArray()).isEqualTo(expected);
    assertThat(Array.open(folder).read().copyTo1DJavaArray()).isEqualTo(expected);
    assertThat(ZarrArray.open(new LocalStore(folder), "").readAll().array()).isEqualTo(expected);
    assertThat(Files.size(folder.resolve("c/1"))).isEqualTo(3 * Short.BYTES);

    JsonNode codecs = Json.parse(Files.readAllBytes(folder.resolve("zarr.json"))).get("codecs");
    assertThat(codecs.get(0)).hasToString(scaleOffset);
    assertThat(codecs.get(1)).hasToString(castValue);
  }

  @Test
  void scalarsKeepTheirDigitsWhereverTheNameStands() throws Exception {
    String codecs =
        "{\"configuration\": {\"offset\": 0.1000000000000000055511151231257827, \"scale\":"
            + " \"0x3ff0000000000000\"}, \"name\": \"scale_offset\"}, {\"name\": \"scale_offset\","
            + " \"must_understand\": true, \"configuration\": {\"offset\": 1e-400}}, "
            + BYTES;
    TestArray array =
        TestArray.create(folder, new int[] {1}, new int[] {1}, "float64", "0.25", codecs);
    assertThat(array.readZarrJava()).isEqualTo(new double[] {0.25});
    Array opened = Array.open(folder);
    Array.create(folder.resolve("copy"), opened.metadata());
    JsonNode copy = Json.parse(Files.readAllBytes(folder.resolve("copy/zarr.json"))).get("codecs");
    assertThat(copy.get(0).get("configuration").get("offset").decimalValue())
        .isEqualTo("0.1000000000000000055511151231257827");
    assertThat(copy.get(1).get("configuration")).hasToString("{\"offset\":1E-400}");
  }

  static Stream<Arguments> invalid() {
    return Stream.of(
        Arguments.of(
            "float32",
            "0",
            "{\"name\": \"scale_offset\", \"configuration\": {\"scale\": 1e-60}}",
            "scale_offset: scale is 1E-60, which is zero in float32: nothing could be decoded."
                + " Leave scale out to leave the values as they are"),
        Arguments.of(
            "int16",
            "0",
            "{\"name\": \"scale_offset\", \"configuration\": {\"scale\": 0.1}}",
            "scale_offset: scale: 0.1 is not a int16: it is not an integer"),
        Arguments.of(
            "float32",
            "0",
            "{\"name\": \"cast_value\", \"configuration\": {\"data_type\": \"int8\", \"round\": 1}}",
            "the configuration of cast_value has unknown members [round]; known are [data_type,"
                + " rounding, out_of_range, scalar_map]"),
        Arguments.of(
            "float32",
            "\"NaN\"",
            "{\"name\": \"cast_value\", \"configuration\": {\"data_type\": \"int8\"}}",
            "the fill value NaN cannot be encoded: cast_value: NaN at element 0 has no counterpart in"
                + " int8 and no entry in scalar_map. Map it with \"scalar_map\" in the codec"
                + " configuration, or repair the data."),
        Arguments.of(
            "bool",
            "false",
            "{\"name\": \"scale_offset\"}",
            "the data type bool is not a number type, and has no arithmetic"));
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void invalidMetadataIsRefusedAtOpeningInOurWords(
      String type, String fill, String codec, String message) throws Exception {
    TestArray array =
        TestArray.create(folder, new int[] {1}, new int[] {1}, type, fill, codec + ", " + BYTES);
    assertThatThrownBy(array::readZarrJava)
        .isInstanceOf(ZarrException.class)
        .hasMessage(message)
        .hasCauseInstanceOf(io.zarrspark.type.ZarrException.class);
  }

  @Test
  void whatIsNoCodecIsRefusedByZarrJavasMapperInOurWords() throws Exception {
    String codec = "{\"name\": \"scale_offset\", \"configuration\": 5}";
    TestArray array =
        TestArray.create(folder, new int[] {1}, new int[] {1}, "int8", "0", codec + ", " + BYTES);
    assertThatThrownBy(array::readZarrJava)
        .hasMessageContaining("a codec: \"configuration\" is 5 but must be a JSON object");
  }

  @Test
  void anElementWithoutResultIsNamed() throws Exception {
    String cast = "{\"name\": \"cast_value\", \"configuration\": {\"data_type\": \"uint8\"}}";
    TestArray array =
        TestArray.create(folder, new int[] {2}, new int[] {2}, "int16", "0", cast + ", " + BYTES);
    assertThatThrownBy(
            () ->
                Array.open(folder)
                    .writeChunk(
                        new long[] {0},
                        ucar.ma2.Array.factory(
                            ucar.ma2.DataType.SHORT, new int[] {2}, new short[] {1, 300})))
        .isInstanceOf(ZarrException.class)
        .hasMessage(
            "cast_value: 300 at element 1 is not representable in uint8 (out_of_range is not set)."
                + " Set \"out_of_range\" to \"clamp\" or \"wrap\" in the codec configuration, or"
                + " repair the data.");
    assertThat(array.readZarrJava()).isEqualTo(new short[2]);
  }

  @Test
  void elementsOfAnotherTypeOrShapeAreRefused() throws Exception {
    TestArray.create(
        folder,
        new int[] {2},
        new int[] {2},
        "int16",
        // With a fill value zarr-java itself would trip over the type.
        "null",
        "{\"name\": \"scale_offset\", \"configuration\": {\"offset\": 1}}, " + BYTES);
    Array array = Array.open(folder);
    assertThatThrownBy(
            () ->
                array.writeChunk(
                    new long[] {0},
                    ucar.ma2.Array.factory(
                        ucar.ma2.DataType.SHORT, new int[] {1}, new short[] {1})))
        .hasMessage("an array of shape [1] reaches a codec of chunks of shape [2]");
    assertThatThrownBy(
            () ->
                array.writeChunk(
                    new long[] {0},
                    ucar.ma2.Array.factory(ucar.ma2.DataType.INT, new int[] {2}, new int[] {1, 2})))
        .hasMessage("an array of int reaches a codec of int16, whose elements are short");
  }

  @Test
  void onlyTheCodecsThatAreOursAreMade() {
    assertThatThrownBy(() -> ZarrJavaCodecs.codec("{\"name\": \"gzip\"}"))
        .isInstanceOf(UnsupportedExtensionException.class)
        .hasMessage(
            "the codec \"gzip\" is not one of those that are added to zarr-java: [cast_value,"
                + " numcodecs.fixedscaleoffset, scale_offset]");
    assertThatThrownBy(() -> ZarrJavaCodecs.codec("{"))
        .isInstanceOf(InvalidMetadataException.class)
        .hasMessageStartingWith("a codec is not valid JSON: ");
  }
}
