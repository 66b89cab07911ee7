package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.luben.zstd.Zstd;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** A length that data or metadata claim allocates nothing by itself. */
class ClaimedLengthsTest {
  private static final long FEW_BYTES = 4 << 20;
  private static final int BOMB = 200 << 20;

  private final MemoryStore store = new MemoryStore();

  private ZarrArray array(int chunk, String codecs) throws IOException {
    ObjectNode document =
        WrittenArray.document(
            new long[] {4},
            NumberType.UINT8,
            new int[] {chunk},
            new NumberScalar(NumberType.UINT8, 0),
            codecs);
    store.put("a/zarr.json", Json.write(document).getBytes(StandardCharsets.UTF_8));
    return ZarrArray.open(store, "a");
  }

  private void refusesInLittleMemory(ZarrArray array, String message) {
    assertThatThrownBy(() -> Bounded.run("reading", FEW_BYTES, () -> readFirst(array)))
        .isInstanceOf(ChunkException.class)
        .hasMessageContaining(message);
  }

  private static void readFirst(ZarrArray array) throws IOException {
    try (BlockReader reader = new BlockReader(array)) {
      reader.elements(reader.fetch(new long[] {0}, new int[] {0}), 0);
    }
  }

  @Test
  void anIndexOfAGigabyteInAnObjectOfAHundredBytes() throws IOException {
    ZarrArray array =
        array(
            1 << 26,
            "[{\"name\": \"sharding_indexed\", \"configuration\": {\"chunk_shape\": [1],"
                + " \"codecs\": [\"bytes\"], \"index_codecs\": [\"bytes\"]}}]");
    store.put("a/c/0", new byte[100]);
    refusesInLittleMemory(array, "fewer than its index of 1073741824; it is truncated");
  }

  @Test
  void aGzipBomb() throws IOException {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
      gzip.write(new byte[BOMB]);
    }
    store.put("a/c/0", bomb.toByteArray());
    refusesInLittleMemory(
        array(4, "[\"bytes\", \"gzip\"]"),
        "gzip: the data decodes to more than 4 bytes; there should be exactly 4 bytes");
  }

  @Test
  void aZstdBomb() throws IOException {
    store.put("a/c/0", Zstd.compress(new byte[BOMB]));
    refusesInLittleMemory(array(4, "[\"bytes\", \"zstd\"]"), "zstd: ");
  }

  @Test
  void aZstdFrameThatClaimsExabytes() throws IOException {
    // Magic, a single segment with an 8-byte size of 2^62, and nothing else.
    byte[] frame = {
      0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, (byte) 0xe0, 0, 0, 0, 0, 0, 0, 0, 0x40, 1, 0, 0
    };
    store.put("a/c/0", frame);
    refusesInLittleMemory(array(4, "[\"bytes\", \"zstd\"]"), "zstd: ");
    // Behind a codec of unknown size the stream is decoded piece by piece.
    refusesInLittleMemory(array(4, "[\"bytes\", \"gzip\", \"zstd\"]"), "zstd: ");
  }
}
