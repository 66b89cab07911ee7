package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.codec.ByteSlice;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.store.LocalStore;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Arrays in a directory: whole, block by block, and shard by shard, the elements are the same. */
class ArrayReadTest {

  @Property(tries = 400, seed = "20261150")
  void everyWayOfReadingGivesWhatWasWritten(@ForAll NumberType type, @ForAll long seed)
      throws IOException {
    Path directory = Files.createTempDirectory("zarr-read");
    try {
      Random random = new Random(seed);
      WrittenArray written = WrittenArray.random(new LocalStore(directory), type, random);
      String what = written.array().objectGrid() + " seed " + seed + " " + written.chain();
      assertThat(RandomElements.scalars(type, written.array().readAll()))
          .as(what)
          .isEqualTo(RandomElements.scalars(type, written.elements()));
      if (written.elements().length() > 0) {
        checkObjects(written, random, directory, what);
      }
    } finally {
      delete(directory);
    }
  }

  private static void checkObjects(WrittenArray written, Random random, Path directory, String what)
      throws IOException {
    ZarrArray array = written.array();
    int rank = array.shape().length;
    int[] objects = new int[rank];
    Arrays.setAll(objects, d -> (int) array.objectGrid().chunks(d));
    int[] object = new int[rank];
    try (BlockReader reader = new BlockReader(array);
        CodecScratch scratch = new CodecScratch()) {
      do {
        long[] position = Arrays.stream(object).asLongStream().toArray();
        int[] blocks = someBlocks(array, random);
        EncodedObject encoded = reader.fetch(position, blocks);
        Path file = directory.resolve(array.objectKey(position));
        Optional<ChunkData> whole =
            Files.exists(file)
                ? Optional.of(
                    array.pipeline().decode(ByteSlice.of(Files.readAllBytes(file)), null, scratch))
                : Optional.empty();
        assertThat(encoded.isPresent()).as(what).isEqualTo(whole.isPresent());
        checkFetched(array, encoded, file, what);
        for (int i = 0; i < blocks.length; i++) {
          ChunkData block = reader.elements(encoded, i);
          checkBlock(written, reader, encoded, i, block, what);
          if (whole.isPresent()) {
            checkAgainstWhole(array, blocks[i], block, whole.get(), what);
          }
          if (encoded.isBlockPresent(i)) {
            // Over the elements of the block before.
            NumberType type = (NumberType) array.dataType();
            assertThat(RandomElements.scalars(type, reader.decodeReusing(encoded, i)))
                .as(what)
                .isEqualTo(RandomElements.scalars(type, block));
          }
        }
        // The next object is fetched to the memory of this one.
        reader.release(encoded);
        assertThat(encoded.isPresent()).as(what).isEqualTo(whole.isPresent());
        for (int i = 0; i < blocks.length; i++) {
          int block = i;
          if (encoded.isBlockPresent(i)) {
            assertThatThrownBy(() -> reader.decode(encoded, block))
                .as(what)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the bytes of " + encoded.key() + " were released");
          }
        }
      } while (Shapes.next(object, objects));
    }
  }

  private static void checkFetched(ZarrArray array, EncodedObject encoded, Path file, String what)
      throws IOException {
    if (!encoded.isPresent()) {
      assertThat(encoded.requests()).as(what).isZero();
      return;
    }
    assertThat(encoded.bytes()).as(what).isLessThanOrEqualTo(Files.size(file));
    int blocks = Shapes.elements(array.blocksPerObject());
    if (encoded.blocks().length == blocks) {
      assertThat(encoded.requests()).as(what).isLessThanOrEqualTo(2);
    }
  }

  /** Some or all blocks of an object, in any order. */
  private static int[] someBlocks(ZarrArray array, Random random) {
    List<Integer> blocks =
        new ArrayList<>(
            IntStream.range(0, Shapes.elements(array.blocksPerObject())).boxed().toList());
    Collections.shuffle(blocks, random);
    int count = random.nextInt(3) == 0 ? blocks.size() : 1 + random.nextInt(blocks.size());
    return blocks.subList(0, count).stream().mapToInt(Integer::intValue).toArray();
  }

  /** The part of a block inside the array, element by element. */
  private static void checkBlock(
      WrittenArray written,
      BlockReader reader,
      EncodedObject encoded,
      int i,
      ChunkData block,
      String what) {
    ZarrArray array = written.array();
    int[] extent = reader.extent(encoded, i);
    if (Shapes.isEmpty(extent)) {
      return;
    }
    int[] blockShape = array.blockShape();
    int[] perObject = array.blocksPerObject();
    int[] inObject = Shapes.coordinates(encoded.blocks()[i], perObject);
    int[] inBlock = new int[extent.length];
    do {
      int inArray = 0;
      int element = 0;
      for (int d = 0; d < extent.length; d++) {
        long start = (encoded.object()[d] * perObject[d] + inObject[d]) * blockShape[d];
        inArray = (int) (inArray * array.shape()[d] + start + inBlock[d]);
        element = element * blockShape[d] + inBlock[d];
      }
      NumberScalar actual = block.scalar((NumberType) array.dataType(), element);
      NumberScalar expected = written.elements().scalar((NumberType) array.dataType(), inArray);
      if (!actual.equals(expected)) {
        assertThat(actual).as(what).isEqualTo(expected);
      }
    } while (Shapes.next(inBlock, extent));
  }

  /** Padding included. */
  private static void checkAgainstWhole(
      ZarrArray array, int blockNumber, ChunkData block, ChunkData whole, String what) {
    int[] shape = array.objectGrid().chunkShape();
    int[] blockShape = array.blockShape();
    int[] inObject = Shapes.coordinates(blockNumber, array.blocksPerObject());
    int[] inBlock = new int[shape.length];
    int element = 0;
    do {
      int inWhole = 0;
      for (int d = 0; d < shape.length; d++) {
        inWhole = inWhole * shape[d] + inObject[d] * blockShape[d] + inBlock[d];
      }
      if (block.stored(element) != whole.stored(inWhole)) {
        assertThat(block.scalar((NumberType) array.dataType(), element))
            .as(what)
            .isEqualTo(whole.scalar((NumberType) array.dataType(), inWhole));
      }
      element++;
    } while (Shapes.next(inBlock, blockShape));
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
