package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Other writers may leave anything in the part of an edge chunk outside the array, even numbers
 * that have no decoded form. Inside, such a number is an error.
 *
 * <pre>
 * array   0 1 2
 * chunks |0 1|2 .|   . is padding
 * </pre>
 */
class PaddingTest {
  private static final String CAST =
      "{\"name\": \"cast_value\", \"configuration\": {\"data_type\": \"int16\"}}";
  private static final String BYTES =
      "{\"name\": \"bytes\", \"configuration\": {\"endian\": \"little\"}}";
  private static final String TRANSPOSE =
      "{\"name\": \"transpose\", \"configuration\": {\"order\": [1, 0]}}";

  private static String shard(String codecs) {
    return "{\"name\": \"sharding_indexed\", \"configuration\": {\"chunk_shape\": [2, 1],"
        + " \"codecs\": ["
        + codecs
        + "], \"index_codecs\": [\"bytes\"]}}";
  }

  private static String codecs(String form) {
    return switch (form) {
      case "plain" -> "[" + CAST + ", " + BYTES + "]";
      case "transposed" -> "[" + TRANSPOSE + ", " + CAST + ", " + BYTES + "]";
      case "around a shard" -> "[" + CAST + ", " + shard(BYTES) + "]";
      case "inside a shard" -> "[" + shard(CAST + ", " + BYTES) + "]";
      case "around a transposed shard" -> "[" + TRANSPOSE + ", " + CAST + ", " + shard(BYTES) + "]";
      default -> throw new IllegalArgumentException(form);
    };
  }

  /** A 3 x 2 array in one chunk of 4 x 2, its last row padding. */
  private static ZarrArray array(String form, int badElement) throws IOException {
    MemoryStore store = new MemoryStore();
    NumberScalar zero = new NumberScalar(NumberType.UINT8, 0);
    String document =
        Json.write(
            WrittenArray.document(
                new long[] {3, 2}, NumberType.UINT8, new int[] {4, 2}, zero, codecs(form)));
    store.put("a/zarr.json", document.getBytes(StandardCharsets.UTF_8));
    ZarrArray array = ZarrArray.open(store, "a");
    byte[] values = {1, 2, 3, 4, 5, 6, 7, 8};
    values[badElement] = 99;
    try (CodecScratch scratch = new CodecScratch()) {
      byte[] encoded = array.pipeline().encode(new ChunkData.Bytes(values), scratch).toArray();
      for (int i = 0; i < encoded.length; i++) {
        // The high byte of 99 as a little-endian int16: 355 is no uint8.
        if (encoded[i] == 99) {
          encoded[i + 1] = 1;
        }
      }
      store.put("a/c/0/0", encoded);
    }
    return array;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "transposed",
        "around a shard",
        "inside a shard",
        "around a transposed shard"
      })
  void onlyNumbersInsideTheArrayCount(String form) throws IOException {
    for (int padding = 6; padding < 8; padding++) {
      ChunkData all = array(form, padding).readAll();
      assertThat(((ChunkData.Bytes) all).values()).containsExactly(1, 2, 3, 4, 5, 6);
    }
    for (int inside = 0; inside < 6; inside++) {
      ZarrArray array = array(form, inside);
      assertThatThrownBy(array::readAll)
          .isInstanceOf(ChunkException.class)
          .hasMessageContaining("355 at element")
          .hasMessageContaining("is not representable in uint8");
    }
  }
}
