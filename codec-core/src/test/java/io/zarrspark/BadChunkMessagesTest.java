package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a user reads whose chunk is damaged: which chunk of which array, and why. */
class BadChunkMessagesTest {

  /**
   * Chunk c/1 of an array, whose bytes somebody has damaged.
   *
   * @param length how many bytes are left; if negative, -1 is all of them, -2 all but one
   */
  private static Throwable reading(String codecs, Consumer<byte[]> damage, int length)
      throws IOException {
    MemoryStore store = new MemoryStore();
    NumberScalar zero = new NumberScalar(NumberType.FLOAT32, 0);
    String document =
        Json.write(
            WrittenArray.document(new long[] {8}, NumberType.FLOAT32, new int[] {4}, zero, codecs));
    store.put("a/zarr.json", document.getBytes(StandardCharsets.UTF_8));
    ZarrArray array = ZarrArray.open(store, "a");
    byte[] encoded;
    try (CodecScratch scratch = new CodecScratch()) {
      ChunkData elements = new ChunkData.Floats(new float[] {1, 2, 3, 4});
      encoded = array.pipeline().encode(elements, scratch).toArray();
    }
    byte[] damaged = Arrays.copyOf(encoded, length >= 0 ? length : encoded.length + length + 1);
    damage.accept(damaged);
    store.put("a/c/1", damaged);
    return catchThrowable(array::readAll);
  }

  private static Throwable reading(String codecs, Consumer<byte[]> damage) throws IOException {
    return reading(codecs, damage, -1);
  }

  private static Throwable readingTheFirst(int length, String codecs) throws IOException {
    return reading(codecs, bytes -> {}, length);
  }

  private static void says(Throwable failure, String message) {
    assertThat(failure).isExactlyInstanceOf(ChunkException.class).hasMessage(message);
  }

  private static String shards(String codecs, String indexCodecs) {
    return "[{\"name\": \"sharding_indexed\", \"configuration\": {\"chunk_shape\": [2],"
        + " \"codecs\": "
        + codecs
        + ", \"index_codecs\": "
        + indexCodecs
        + "}}]";
  }

  @Test
  void truncatedOrTooLong() throws IOException {
    says(
        readingTheFirst(15, "[\"bytes\"]"),
        "Cannot read chunk c/1 of memory:a: the object has 15 bytes; there should be exactly 16"
            + " bytes. Repair or delete the chunk");
    says(
        readingTheFirst(17, "[\"bytes\"]"),
        "Cannot read chunk c/1 of memory:a: the object has 17 bytes; there should be exactly 16"
            + " bytes. Repair or delete the chunk");
  }

  @Test
  void corruptZstd() throws IOException {
    says(
        reading("[\"bytes\", \"zstd\"]", bytes -> bytes[0] ^= 1),
        "Cannot decode chunk c/1 of memory:a: zstd: 25 bytes do not decode to the 16 of the chunk:"
            + " Unknown frame descriptor. Repair or delete the chunk");
    says(
        readingTheFirst(22, "[\"bytes\", \"zstd\"]"),
        "Cannot decode chunk c/1 of memory:a: zstd: 22 bytes do not decode to the 16 of the chunk:"
            + " Src size is incorrect. Repair or delete the chunk");
  }

  @Test
  void corruptGzip() throws IOException {
    String gzip = "[\"bytes\", \"gzip\"]";
    says(
        reading(gzip, bytes -> bytes[0] = 0),
        "Cannot decode chunk c/1 of memory:a: gzip: the data does not start with a gzip header."
            + " Repair or delete the chunk");
    says(
        reading(gzip, bytes -> bytes[bytes.length - 8] ^= 1),
        "Cannot decode chunk c/1 of memory:a: gzip: the checksum is 8ba71455 but the data has"
            + " 8ba71454. Repair or delete the chunk");
    says(
        readingTheFirst(-4, gzip),
        "Cannot decode chunk c/1 of memory:a: gzip: the stream ends before its checksum. Repair or"
            + " delete the chunk");
  }

  @Test
  void checksumMismatch() throws IOException {
    says(
        reading("[\"bytes\", \"crc32c\"]", bytes -> bytes[3] ^= 1),
        "Cannot decode chunk c/1 of memory:a: crc32c: the checksum is 9eba690a but the data has"
            + " ae68516f. Repair or delete the chunk");
  }

  @Test
  void shardWithoutItsIndex() throws IOException {
    says(
        readingTheFirst(10, shards("[\"bytes\"]", "[\"bytes\", \"crc32c\"]")),
        "Cannot read chunk c/1 of memory:a: sharding_indexed: the shard has 10 bytes, fewer than"
            + " its index of 36; it is truncated. Repair or delete the chunk");
  }

  @Test
  void shardIndexWithWrongChecksum() throws IOException {
    says(
        reading(
            shards("[\"bytes\"]", "[\"bytes\", \"crc32c\"]"),
            bytes -> bytes[bytes.length - 5] ^= 1),
        "Cannot read chunk c/1 of memory:a: sharding_indexed: the index: crc32c: the checksum is"
            + " 816ca412 but the data has 73072711. Repair or delete the chunk");
  }

  @Test
  void shardIndexOutOfBounds() throws IOException {
    String shards = shards("[\"bytes\"]", "[\"bytes\"]");
    says(
        reading(shards, bytes -> bytes[bytes.length - 16] = (byte) 200),
        "Cannot read chunk c/1 of memory:a: sharding_indexed: the index puts inner chunk 1 at"
            + " offset 200 with 8 bytes, but the shard has 48 bytes. Repair or delete the chunk");
    // Lengths are unsigned 64-bit numbers.
    says(
        reading(shards, bytes -> Arrays.fill(bytes, bytes.length - 8, bytes.length, (byte) -1)),
        "Cannot read chunk c/1 of memory:a: sharding_indexed: the index puts inner chunk 1 at"
            + " offset 8 with 18446744073709551615 bytes, but the shard has 48 bytes. Repair or"
            + " delete the chunk");
  }

  @Test
  void innerChunkOfTheWrongLength() throws IOException {
    says(
        reading(shards("[\"bytes\"]", "[\"bytes\"]"), bytes -> bytes[bytes.length - 8] = 7),
        "Cannot decode inner chunk [1] of chunk c/1 of memory:a: bytes: there are 7 bytes, but 2"
            + " elements of float32 have 8. Repair or delete the chunk");
  }

  @Test
  void elementWithoutADecodedForm() throws IOException {
    String cast = "{\"name\": \"cast_value\", \"configuration\": {\"data_type\": \"float64\"}}";
    String message =
        "cast_value: 1.1658013646186588E304 at element 3 is not representable in float32"
            + " (out_of_range is not set). Set \"out_of_range\" to \"clamp\" in the codec"
            + " configuration, or repair the data.";
    Consumer<byte[]> damage =
        bytes -> {
          bytes[31] = 0x7f;
          bytes[30] = 0x11;
        };
    says(
        reading("[" + cast + ", \"bytes\"]", damage),
        "Cannot decode chunk c/1 of memory:a: " + message);
    says(
        reading(shards("[" + cast + ", \"bytes\"]", "[\"bytes\"]"), damage),
        "Cannot decode inner chunk [1] of chunk c/1 of memory:a: "
            + message.replace("element 3", "element 1"));
  }
}
