package io.zarrspark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Damaged metadata opens or is refused by the project's own exceptions, in little memory. The
 * number of cases is a share of the system property {@code mutations}.
 */
class HostileMetadataTest {
  private static final long SEED = 20261160;
  private static final long MAX_BYTES = 16 << 20;
  private static final int MAX_BLOCK = 1 << 20;

  @Test
  void mutatedDocumentsAreRefusedOrRead() throws Exception {
    List<JsonNode> documents = documents();
    int opened = 0;
    int cases = Bounded.cases(0.5);
    for (int i = 0; i < cases; i++) {
      Random random = new Random(SEED + i);
      JsonNode original = documents.get(random.nextInt(documents.size()));
      byte[] mutated = Mutations.document(original, random);
      String key = original.has("node_type") ? "zarr.json" : ".zarray";
      opened += check(key, mutated, random, "case " + (SEED + i)) ? 1 : 0;
    }
    System.out.printf("%d of %d mutated documents opened%n", opened, cases);
  }

  private static boolean check(String key, byte[] document, Random random, String id)
      throws IOException {
    String what = id + ": " + new String(document, StandardCharsets.UTF_8);
    MemoryStore store = new MemoryStore();
    store.put("a/" + key, document);
    store.anyOther = random.nextBoolean() ? new byte[random.nextInt(300)] : null;
    boolean[] opened = new boolean[1];
    try {
      Bounded.run(
          what,
          MAX_BYTES,
          () -> {
            ZarrNode node = ZarrNode.open(store, "a");
            opened[0] = true;
            if (node instanceof ZarrArray array) {
              readFirstBlock(array);
            } else if (node instanceof ZarrGroup group) {
              group.childDocuments().forEach(group::child);
            }
          });
    } catch (InvalidMetadataException | UnsupportedExtensionException | ChunkException e) {
      return opened[0];
    } catch (IOException | RuntimeException | Error e) {
      throw new AssertionError(what, e);
    }
    return true;
  }

  private static void readFirstBlock(ZarrArray array) throws IOException {
    int size = Math.max(1, array.dataType().encodedBytes());
    if ((long) Shapes.elements(array.blockGrid().largestChunk()) * size > MAX_BLOCK) {
      return;
    }
    try (BlockReader reader = new BlockReader(array)) {
      EncodedObject encoded = reader.fetch(new long[array.shape().length], new int[] {0});
      reader.elements(encoded, 0);
    }
  }

  /** Those of the stores in our resources, and of random chains. */
  private static List<JsonNode> documents() throws IOException, URISyntaxException {
    List<JsonNode> documents = new ArrayList<>();
    Path stores = Path.of(HostileMetadataTest.class.getResource("/conformance/stores").toURI());
    for (Path folder : List.of(stores, stores.resolveSibling("types"))) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file :
            files.filter(f -> f.endsWith("zarr.json") || f.endsWith(".zarray")).sorted().toList()) {
          documents.add(Json.parse(Files.readAllBytes(file)));
        }
      }
    }
    Random random = new Random(SEED);
    for (int i = 0; i < 200; i++) {
      NumberType type = NumberType.values()[random.nextInt(NumberType.values().length)];
      int[] chunkShape = RandomChain.shape(random);
      RandomChain.Chain chain = RandomChain.of(random, type, chunkShape);
      NumberScalar fill = new RandomElements(type, random, chain.casts()).scalar();
      long[] shape = new long[chunkShape.length];
      java.util.Arrays.fill(shape, 7);
      ObjectNode document = WrittenArray.document(shape, type, chunkShape, fill, chain.json());
      documents.add(document);
      if (i % 4 == 0) {
        documents.add(rectilinear(document.deepCopy(), chunkShape));
      }
    }
    return documents;
  }

  /** Larger chunks follow the first along each dimension. */
  private static ObjectNode rectilinear(ObjectNode document, int[] chunkShape) {
    ObjectNode grid = document.putObject("chunk_grid").put("name", "rectilinear");
    ArrayNode extents =
        grid.putObject("configuration").put("kind", "inline").putArray("chunk_shapes");
    for (int extent : chunkShape) {
      extents.addArray().add(extent).addArray().add(2 * extent).add(7);
    }
    return document;
  }
}
