package io.zarrspark.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.ScalarJson;
import io.zarrspark.type.VariableType;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ArrayTemplateTest {
  private static final ArrayTemplate GRID = ArrayTemplate.of(NumberType.FLOAT32, 10, 6);

  private static String json(ArrayTemplate template) {
    return Json.write(template.toMetadata().toJson());
  }

  @Test
  void aPlainArray() {
    assertThat(json(GRID.withDimensionNames(Arrays.asList("y", null))))
        .isEqualTo(
            "{\"shape\":[10,6],\"data_type\":\"float32\",\"chunk_grid\":{\"name\":\"regular\","
                + "\"configuration\":{\"chunk_shape\":[10,6]}},\"chunk_key_encoding\":{\"name\":"
                + "\"default\",\"configuration\":{\"separator\":\"/\"}},\"fill_value\":0.0,"
                + "\"codecs\":[{\"name\":\"bytes\",\"configuration\":{\"endian\":\"little\"}},"
                + "{\"name\":\"zstd\",\"configuration\":{\"level\":0,\"checksum\":false}}],"
                + "\"attributes\":{},\"dimension_names\":[\"y\",null],\"zarr_format\":3,"
                + "\"node_type\":\"array\",\"storage_transformers\":[]}");
  }

  @Test
  void shardsHoldTheChainOfTheirChunks() {
    assertThat(
            Json.write(
                GRID.withShards(new int[] {4, 6}, new int[] {2, 3})
                    .toMetadata()
                    .toJson()
                    .get("codecs")))
        .isEqualTo(
            "[{\"name\":\"sharding_indexed\",\"configuration\":{\"chunk_shape\":[2,3],\"codecs\":"
                + "[{\"name\":\"bytes\",\"configuration\":{\"endian\":\"little\"}},{\"name\":"
                + "\"zstd\",\"configuration\":{\"level\":0,\"checksum\":false}}],\"index_codecs\":"
                + "[{\"name\":\"bytes\",\"configuration\":{\"endian\":\"little\"}},{\"name\":"
                + "\"crc32c\"}],\"index_location\":\"end\"}}]");
  }

  @Test
  void fillValuesAreExact() throws JsonProcessingException {
    for (String text : List.of("\"NaN\"", "\"0x7fc00001\"", "\"-Infinity\"", "-0.0", "0.1")) {
      NumberScalar fill = ScalarJson.parse(NumberType.FLOAT32, Json.parse(text));
      byte[] document = Json.document(GRID.withFillValue(fill).toMetadata().toJson());
      assertThat(ArrayMetadata.parse(Json.parse(document)).fillValue()).isEqualTo(fill);
    }
  }

  @Test
  void everyTypeHasADefault() throws JsonProcessingException {
    for (NumberType type : NumberType.values()) {
      ArrayMetadata metadata = ArrayTemplate.of(type, 3).toMetadata();
      // No zero among its values.
      if (type != NumberType.FLOAT8_E8M0FNU) {
        assertThat(ArrayMetadata.parse(Json.parse(Json.document(metadata.toJson()))))
            .isEqualTo(metadata);
      }
    }
    for (VariableType type : VariableType.values()) {
      ArrayMetadata metadata = ArrayTemplate.of(type, 3).toMetadata();
      assertThat(ArrayMetadata.parse(Json.parse(Json.document(metadata.toJson()))))
          .isEqualTo(metadata);
    }
  }

  @Test
  void whatIsHandedInIsCopied() {
    long[] shape = {10, 6};
    ArrayTemplate template = ArrayTemplate.of(NumberType.FLOAT32, shape);
    shape[0] = 99;
    template.toMetadata().toJson().putArray("shape");
    template.toMetadata().attributes().put("a", 1);
    assertThat(json(template)).isEqualTo(json(GRID));
  }

  @Test
  void whatCannotBeIsRefused() {
    assertRefused(
        () -> GRID.withChunks(5),
        "the chunk shape [5] has 1 dimensions, but the array [10, 6] has 2");
    assertRefused(
        () -> GRID.withChunks(5, 0), "the chunk shape [5, 0] has an extent that is not positive");
    assertRefused(
        () -> GRID.withShards(new int[] {10, 6}, new int[] {5, 4}),
        "chunks of [5, 4] do not divide shards of [10, 6]: dimension 1 of a shard must be a"
            + " multiple of 4");
    assertRefused(
        () -> ArrayTemplate.of(NumberType.INT8, 3, -1), "the shape [3, -1] has a negative extent");
    assertRefused(
        () -> GRID.withFillValue(new NumberScalar(NumberType.INT8, 1)),
        "the fill value 1 is a int8, not a float32");
    assertRefused(
        () -> GRID.withDimensionNames(List.of("y")),
        "the dimension names [y] do not fit an array with 2 dimensions");
    assertRefused(
        () -> GRID.withCodecs(List.of()),
        "there is no codec; at least an array -> bytes codec is needed");
  }

  private static void assertRefused(ThrowingCallable code, String message) {
    assertThatThrownBy(code).isInstanceOf(InvalidMetadataException.class).hasMessage(message);
  }
}
