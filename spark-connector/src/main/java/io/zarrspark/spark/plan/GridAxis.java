package io.zarrspark.spark.plan;

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

  private final int blockSize;
  private final int blocksPerObject;
  private final IndexRanges ranges;
  private final IndexRanges blocks;
  private final IndexRanges objects;

  /**
   * An axis.
   *
   * @param objectSize indices of an object, a multiple of {@code blockSize}
   */
  GridAxis(int objectSize, int blockSize, IndexRanges ranges) {
    this.blockSize = blockSize;
    this.blocksPerObject = objectSize / blockSize;
    this.ranges = ranges;
    this.blocks = ranges.chunks(blockSize);
    this.objects = ranges.chunks(objectSize);
  }

  IndexRanges ranges() {
    return ranges;
  }

  int blockSize() {
    return blockSize;
  }

  int blocksPerObject() {
    return blocksPerObject;
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
        : blocks.rank(object(objectOrdinal) * blocksPerObject);
  }

  long blocksOf(long objectOrdinal) {
    return blocksBefore(objectOrdinal + 1) - blocksBefore(objectOrdinal);
  }

  /** The ordinal of the object that holds the block with an ordinal. */
  long objectOfBlock(long blockOrdinal) {
    return objects.rank(blocks.select(blockOrdinal) / blocksPerObject);
  }

  /** The ordinal of the first object at or after one. */
  long objectOrdinal(long object) {
    return objects.rank(object);
  }

  private long objectSize() {
    return (long) blockSize * blocksPerObject;
  }

  /** The wanted indices that lie in some objects, given by their ordinals. */
  IndexRanges rangesOf(long firstOrdinal, long endOrdinal) {
    return ranges.clip(
        object(firstOrdinal) * objectSize(), (object(endOrdinal - 1) + 1) * objectSize());
  }

  /** Number of wanted indices in the objects before an ordinal, which may be the count. */
  long indicesBefore(long objectOrdinal) {
    return objectOrdinal == objectCount()
        ? ranges.count()
        : ranges.rank(object(objectOrdinal) * objectSize());
  }

  long indicesOf(long objectOrdinal) {
    return indicesBefore(objectOrdinal + 1) - indicesBefore(objectOrdinal);
  }

  /** The ordinal of the object that holds the n-th wanted index. */
  long objectOfIndex(long n) {
    return objects.rank(ranges.select(n) / objectSize());
  }

  /** The wanted blocks of an object, numbered within it. */
  int[] blocksWithin(long object) {
    long first = object * blocksPerObject;
    IndexRanges within = blocks.clip(first, first + blocksPerObject);
    int[] numbers = new int[(int) within.count()];
    for (int i = 0, n = 0; i < within.size(); i++) {
      for (long block = within.from(i); block < within.to(i); block++) {
        numbers[n++] = (int) (block - first);
      }
    }
    return numbers;
  }
}
