package io.zarrspark.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.zarrspark.type.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys of chunks, as the Zarr v3 core writes them. */
class ChunkKeyEncodingTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"default\" | c/1/23/0 | c",
        "{\"name\": \"default\"} | c/1/23/0 | c",
        "{\"name\": \"default\", \"configuration\": {}} | c/1/23/0 | c",
        "{\"name\": \"default\", \"configuration\": {\"separator\": \"/\"}} | c/1/23/0 | c",
        "{\"name\": \"default\", \"configuration\": {\"separator\": \".\"}} | c.1.23.0 | c",
        "\"v2\" | 1.23.0 | 0",
        "{\"name\": \"v2\", \"configuration\": {\"separator\": \".\"}} | 1.23.0 | 0",
        "{\"name\": \"v2\", \"configuration\": {\"separator\": \"/\"}} | 1/23/0 | 0",
      })
  void keysOfAChunkAndOfTheOnlyOne(String json, String key, String onlyKey)
      throws JsonProcessingException {
    ChunkKeyEncoding encoding = ChunkKeyEncoding.parse(Json.parse(json));
    assertThat(encoding.key(new long[] {1, 23, 0})).isEqualTo(key);
    assertThat(encoding.key(new long[0])).isEqualTo(onlyKey);
  }

  @ParameterizedTest
  @CsvSource({"3000000000", "9223372036854775807"})
  void largeIndicesAreWrittenInFull(long index) throws JsonProcessingException {
    assertThat(ChunkKeyEncoding.parse(Json.parse("\"default\"")).key(new long[] {index}))
        .isEqualTo("c/" + index);
  }
}
