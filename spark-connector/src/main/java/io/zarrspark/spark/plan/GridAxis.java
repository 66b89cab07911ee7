package io.zarrspark.spark.plan;

import io.zarrspark.chunk.ChunkAxis;
import java.io.Serializable;

/**
 * One dimension of a plan: which of its objects and blocks hold wanted indices.
 *
 * <pre>
 *   objects  |           0           |           1           |
 *   blocks   |   0   |   1   |   2   |   3   |   4   |   5   |
 *   wanted        [-------------)                  [--)          blocks {0,1,4}, objects {0,1}
 * </pre>
 *
 * Objects and blocks that hold wanted indices are numbered from 0: their ordinals.
 */
final class GridAxis implements Serializable {
  private static final long serialVersionUID = 1L;

  private final ChunkAxis objectAxis;
  private final ChunkAxis blockAxis;
  private final IndexRanges ranges;
  private final IndexRanges blocks;
  private final IndexRanges objects;

  /**
   * An axis.
   *
   * @param objectAxis where objects lie
   * @param blockAxis where blocks lie, of which each object has some as a whole
   */
  GridAxis(ChunkAxis objectAxis, ChunkAxis blockAxis, IndexRanges ranges) {
    this.objectAxis = objectAxis;
    this.blockAxis = blockAxis;
    this.ranges = ranges;
    this.blocks = ranges.chunks(blockAxis);
    this.objects = ranges.chunks(objectAxis);
  }

  ChunkAxis objectAxis() {
    return objectAxis;
  }

  ChunkAxis blockAxis() {
    return blockAxis;
  }

  IndexRanges ranges() {
    return ranges;
  }

  /** The first block of an object. */
  long firstBlock(long object) {
    return blockAxis.chunkOf(objectAxis.start(object));
  }

  /** Number of blocks of an object, wanted or not. */
  int blocksIn(long object) {
    return objectAxis.extent(object) / blockAxis.extent(firstBlock(object));
  }

  /** Indices of a wanted block, on average, rounded up. */
  long meanBlockExtent() {
    if (blockAxis.isRegular() || blocks.isEmpty()) {
      return blockAxis.largestExtent();
    }
    long indices = 0;
    for (int i = 0; i < blocks.size(); i++) {
      indices += blockAxis.start(blocks.to(i)) - blockAxis.start(blocks.from(i));
    }
    return (indices - 1) / blocks.count() + 1;
  }

  long objectCount() {
    return objects.count();
  }

  long blockCount() {
    return blocks.count();
  }

  /** The object with an ordinal. */
  long object(long ordinal) {
    return objects.select(ordinal);
  }

  /** Number of wanted blocks in the objects before an ordinal, which may be the count. */
  long blocksBefore(long objectOrdinal) {
    return objectOrdinal == objectCount()
        ? blockCount()
        : blocks.rank(firstBlock(object(objectOrdinal)));
  }

  long blocksOf(long objectOrdinal) {
    return blocksBefore(objectOrdinal + 1) - blocksBefore(objectOrdinal);
  }

  /** The ordinal of the object that holds the block with an ordinal. */
  long objectOfBlock(long blockOrdinal) {
    return objects.rank(objectAxis.chunkOf(blockAxis.start(blocks.select(blockOrdinal))));
  }

  /** The ordinal of the first object at or after one. */
  long objectOrdinal(long object) {
    return objects.rank(object);
  }

  /** The wanted indices that lie in some objects, given by their ordinals. */
  IndexRanges rangesOf(long firstOrdinal, long endOrdinal) {
    return ranges.clip(
        objectAxis.start(object(firstOrdinal)), objectAxis.start(object(endOrdinal - 1) + 1));
  }

  /** Number of wanted indices in the objects before an ordinal, which may be the count. */
  long indicesBefore(long objectOrdinal) {
    return objectOrdinal == objectCount()
        ? ranges.count()
        : ranges.rank(objectAxis.start(object(objectOrdinal)));
  }

  long indicesOf(long objectOrdinal) {
    return indicesBefore(objectOrdinal + 1) - indicesBefore(objectOrdinal);
  }

  /** The ordinal of the object that holds the n-th wanted index. */
  long objectOfIndex(long n) {
    return objects.rank(objectAxis.chunkOf(ranges.select(n)));
  }

  /** The wanted blocks of an object, numbered within it. */
  int[] blocksWithin(long object) {
    long first = firstBlock(object);
    IndexRanges within = blocks.clip(first, first + blocksIn(object));
    int[] numbers = new int[(int) within.count()];
    for (int i = 0, n = 0; i < within.size(); i++) {
      for (long block = within.from(i); block < within.to(i); block++) {
        numbers[n++] = (int) (block - first);
      }
    }
    return numbers;
  }
}
