package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/**
 * Damaged chunks decode to something or are refused by a {@link ChunkException}, in little memory.
 * The number of cases is a share of the system property {@code mutations}.
 */
class HostileChunkTest {
  private static final long SEED = 20261170;
  private static final int MUTATIONS_PER_ARRAY = 40;

  /** bzip2's tables alone are 4 MB. */
  private static final long MAX_BYTES_PER_BLOCK = 16 << 20;

  @Test
  void mutatedChunksAreRefusedOrRead() throws IOException {
    int cases = Bounded.cases(0.5);
    int refused = 0;
    int run = 0;
    for (int a = 0; run < cases; a++) {
      Random random = new Random(SEED + a);
      NumberType type = NumberType.values()[random.nextInt(NumberType.values().length)];
      MemoryStore store = new MemoryStore();
      WrittenArray written = WrittenArray.random(store, type, random);
      List<String> chunks = new ArrayList<>(store.objects.keySet());
      chunks.remove("a/zarr.json");
      for (int i = 0; i < MUTATIONS_PER_ARRAY && !chunks.isEmpty(); i++, run++) {
        String key = chunks.get(random.nextInt(chunks.size()));
        byte[] original = store.objects.get(key);
        store.put(key, Mutations.bytes(original, random));
        String what = "array " + (SEED + a) + " mutation " + i + " of " + key + written.chain();
        refused += check(written, key, original, store.objects.get(key), what) ? 0 : 1;
        store.put(key, original);
      }
    }
    System.out.printf("%d of %d mutated chunks refused%n", refused, run);
  }

  private static boolean check(
      WrittenArray written, String key, byte[] original, byte[] mutated, String what)
      throws IOException {
    try {
      int blocks = 1 + Shapes.elements(written.array().blocksPerObject());
      Bounded.run(what, blocks * MAX_BYTES_PER_BLOCK, () -> readObject(written.array(), key));
    } catch (ChunkException e) {
      assertThat(e.getMessage()).as(what).contains(key.substring(2)).contains("memory:a");
      return false;
    } catch (IOException | RuntimeException | Error e) {
      throw new AssertionError(what, e);
    }
    // A checksum over the whole object sees everything.
    boolean checked = written.chain().endsWith("\"crc32c\"]") && !hasChecksum(mutated);
    if (checked && !Arrays.equals(original, mutated)) {
      throw new AssertionError(what + ": the checksum was not verified");
    }
    return true;
  }

  private static void readObject(ZarrArray array, String key) throws IOException {
    long[] object = Arrays.stream(key.split("/")).skip(2).mapToLong(Long::parseLong).toArray();
    int[] blocks = IntStream.range(0, Shapes.elements(array.blocksPerObject())).toArray();
    try (BlockReader reader = new BlockReader(array)) {
      EncodedObject encoded = reader.fetch(object, blocks);
      for (int i = 0; i < blocks.length; i++) {
        ChunkData elements = reader.elements(encoded, i);
        assertThat(elements.length()).isEqualTo(Shapes.elements(array.blockShape()));
      }
    }
  }

  /** Some damage has the right checksum, such as ff in every byte. */
  private static boolean hasChecksum(byte[] bytes) {
    if (bytes.length < 4) {
      return false;
    }
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length - 4);
    ByteBuffer end = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return end.getInt(bytes.length - 4) == (int) crc.getValue();
  }
}
