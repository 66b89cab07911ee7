package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Arrays whose chunks have different extents, their bytes put together by hand. */
class RectilinearReadTest {
  private static final int FILL = -7;
  private static final String BYTES =
      "{\"name\":\"bytes\",\"configuration\":{\"endian\":\"little\"}}";
  private static final String TRANSPOSED =
      "{\"name\":\"transpose\",\"configuration\":{\"order\":[1,0]}}," + BYTES;

  private static String shards(String inner) {
    return "{\"name\":\"sharding_indexed\",\"configuration\":{\"chunk_shape\":"
        + inner
        + ",\"codecs\":["
        + BYTES
        + "],\"index_codecs\":["
        + BYTES
        + "]}}";
  }

  private final MemoryStore store = new MemoryStore();

  private ZarrArray open(long[] shape, int[][] extents, String codecs) throws IOException {
    ObjectNode document =
        WrittenArray.document(
            shape,
            NumberType.INT32,
            new int[shape.length],
            NumberScalar.ofStored(NumberType.INT32, FILL),
            "[" + codecs + "]");
    document.set(
        "chunk_grid",
        Json.parse(
            "{\"name\":\"rectilinear\",\"configuration\":{\"kind\":\"inline\",\"chunk_shapes\":"
                + Arrays.deepToString(extents)
                + "}}"));
    store.put("a/zarr.json", Json.document(document));
    return ZarrArray.open(store, "a");
  }

  /** Writes what stands at an index: a number that no other has. */
  private void write(int[][] extents, boolean isTransposed, int absentChunk) {
    int chunk = 0;
    for (int y = 0, fromY = 0; y < extents[0].length; fromY += extents[0][y++]) {
      for (int x = 0, fromX = 0; x < extents[1].length; fromX += extents[1][x++], chunk++) {
        int rows = extents[0][y];
        int columns = extents[1][x];
        ByteBuffer bytes = ByteBuffer.allocate(rows * columns * 4).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < rows * columns; i++) {
          int row = isTransposed ? i % rows : i / columns;
          int column = isTransposed ? i / rows : i % columns;
          bytes.putInt(value(fromY + row, fromX + column));
        }
        if (chunk != absentChunk) {
          store.put("a/c/" + y + "/" + x, bytes.array());
        }
      }
    }
  }

  private static int value(int y, int x) {
    return 1000 * y + x;
  }

  /** What an array holds whose chunk, by its box, is absent. */
  private static int[] expected(int[] shape, int[] absentFrom, int[] absentTo) {
    int[] expected = new int[Shapes.elements(shape)];
    for (int i = 0; i < expected.length; i++) {
      int[] at = Shapes.coordinates(i, shape);
      boolean isAbsent = true;
      for (int d = 0; d < 2; d++) {
        isAbsent &= at[d] >= absentFrom[d] && at[d] < absentTo[d];
      }
      expected[i] = isAbsent ? FILL : value(at[0], at[1]);
    }
    return expected;
  }

  @Test
  void everyChunkHasItsOwnShape() throws IOException {
    int[][] extents = {{3, 1, 6}, {2, 5, 1}};
    for (boolean isTransposed : new boolean[] {false, true}) {
      write(extents, isTransposed, 4);
      // The array ends inside the last row of chunks.
      ZarrArray array = open(new long[] {8, 8}, extents, isTransposed ? TRANSPOSED : BYTES);
      int[] expected = expected(new int[] {8, 8}, new int[] {3, 2}, new int[] {4, 7});
      assertThat(((ChunkData.Ints) array.readAll()).values()).isEqualTo(expected);
      assertThat(array.blockShape(new long[] {2, 1})).containsExactly(6, 5);
      assertThat(array.blocksPerObject(new long[] {2, 1})).containsExactly(1, 1);
      boxes(array, expected, 8);
    }
  }

  @Test
  void shardsOfDifferentExtentsHaveInnerChunksOfOne() throws IOException {
    int[][] extents = {{2, 6, 4}, {3, 6}};
    ZarrArray array = open(new long[] {11, 9}, extents, shards("[2,3]"));
    for (int y = 0, fromY = 0; y < 3; fromY += extents[0][y++]) {
      for (int x = 0, fromX = 0; x < 2; fromX += extents[1][x++]) {
        store.put("a/c/" + y + "/" + x, shard(fromY, fromX, extents[0][y], extents[1][x]));
      }
    }
    int[] expected = expected(new int[] {11, 9}, new int[2], new int[2]);
    for (int i = 0; i < expected.length; i++) {
      // The inner chunk in the middle of shard (1, 1).
      boolean isAbsent = i / 9 >= 4 && i / 9 < 6 && i % 9 >= 3 && i % 9 < 6;
      expected[i] = isAbsent ? FILL : expected[i];
    }
    assertThat(((ChunkData.Ints) array.readAll()).values()).isEqualTo(expected);
    boxes(array, expected, 9);
    assertThat(array.blockShape()).containsExactly(2, 3);
    assertThat(array.blocksPerObject(new long[] {1, 1})).containsExactly(3, 2);
    assertThat(array.block(new long[] {2, 1}, new int[] {1, 0})).containsExactly(5, 1);
    try (ShardInspector inspector = new ShardInspector(array)) {
      var inner = inspector.innerChunks(new long[] {1, 1}).get();
      assertThat(inner.lengths()).containsExactly(24, 24, 0, 24, 24, 24);
      assertThat(inspector.innerChunks(new long[] {0, 0}).get().lengths()).containsExactly(24);
    }
  }

  private static byte[] shard(int fromY, int fromX, int rows, int columns) {
    int inner = rows / 2 * (columns / 3);
    ByteBuffer bytes = ByteBuffer.allocate(inner * 24 + inner * 16).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer index = ByteBuffer.allocate(inner * 16).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < inner; i++) {
      int y = fromY + i / (columns / 3) * 2;
      int x = fromX + i % (columns / 3) * 3;
      if (y == 4 && x == 3) {
        index.putLong(-1).putLong(-1);
        continue;
      }
      index.putLong(bytes.position()).putLong(24);
      for (int e = 0; e < 6; e++) {
        bytes.putInt(value(y + e / 3, x + e % 3));
      }
    }
    bytes.put(index.array());
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  /** Random boxes have the cells of the array, each once. */
  private static void boxes(ZarrArray array, int[] expected, int width) throws IOException {
    Random random = new Random(1);
    int height = expected.length / width;
    try (BoxReader reader = new BoxReader(array)) {
      for (int round = 0; round < 200; round++) {
        int y = random.nextInt(height);
        int x = random.nextInt(width);
        long[] extent = {1 + random.nextInt(height - y), 1 + random.nextInt(width - x)};
        List<Integer> read = new ArrayList<>();
        reader.read(
            new long[] {y, x},
            extent,
            new BlockSink() {
              @Override
              public void stored(
                  long[] start, int[] part, ChunkData block, int[] blockShape, int offset) {
                for (int i = 0; i < part[0] * part[1]; i++) {
                  int at = offset + i / part[1] * blockShape[1] + i % part[1];
                  int index = (int) (start[0] + i / part[1]) * width + (int) start[1] + i % part[1];
                  assertThat(((ChunkData.Ints) block).values()[at]).isEqualTo(expected[index]);
                  read.add(index);
                }
              }

              @Override
              public void absent(long[] start, long[] part, FillValue value) {
                for (int i = 0; i < part[0] * part[1]; i++) {
                  int index = (int) ((start[0] + i / part[1]) * width + start[1] + i % part[1]);
                  assertThat(expected[index]).isEqualTo(FILL);
                  read.add(index);
                }
              }
            });
        int[] cells =
            IntStream.range(0, expected.length)
                .filter(i -> i / width >= y && i / width < y + extent[0])
                .filter(i -> i % width >= x && i % width < x + extent[1])
                .toArray();
        assertThat(read).containsExactlyInAnyOrderElementsOf(Arrays.stream(cells).boxed().toList());
      }
    }
  }

  @Test
  void aChunkOfTheShapeOfItsNeighbourIsRefused() throws IOException {
    int[][] extents = {{3, 1, 6}, {2, 5, 1}};
    write(extents, false, -1);
    ZarrArray array = open(new long[] {10, 8}, extents, BYTES);
    store.put("a/c/1/1", store.objects.get("a/c/0/1"));
    assertThatThrownBy(array::readAll)
        .hasMessage(
            "Cannot read chunk c/1/1 of memory:a: the object has 60 bytes; there should be exactly 20"
                + " bytes. Repair or delete the chunk");
  }

  @Test
  void innerChunksMustDivideEveryShard() {
    assertThatThrownBy(() -> open(new long[] {12, 6}, new int[][] {{4, 8}, {6}}, shards("[8,6]")))
        .isInstanceOf(InvalidMetadataException.class)
        .hasMessage(
            "array memory:a: inner chunks of [8, 6] do not divide all shards: along dimension 0,"
                + " one has the extent 4, which must be a multiple of 8");
  }

  @Test
  void manyShapesAreNotAllKept() throws IOException {
    int[] extents = IntStream.range(1, 200).toArray();
    int size = Arrays.stream(extents).sum();
    write(new int[][] {{1}, extents}, false, -1);
    ZarrArray array = open(new long[] {1, size}, new int[][] {{1}, extents}, BYTES);
    assertThat(((ChunkData.Ints) array.readAll()).values())
        .isEqualTo(IntStream.range(0, size).toArray());
  }

  @Test
  void suchArraysAreOnlyRead() throws IOException {
    ZarrArray array = open(new long[] {3, 3}, new int[][] {{1, 2}, {3}}, BYTES);
    assertThatThrownBy(() -> ObjectWriter.of(array))
        .isInstanceOf(UnsupportedExtensionException.class)
        .hasMessage(
            "Cannot write into memory:a: its chunks have different extents (a rectilinear chunk"
                + " grid), which is only read. Write the array anew with a regular chunk grid, or recode it by"
                + " zarr-convert");
    assertThatThrownBy(array::blockShape)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the chunks of the grid [3, 3] in chunks of [up to 2, 3] have no common shape");
  }
}
