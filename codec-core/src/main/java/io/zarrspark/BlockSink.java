package io.zarrspark;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.FillValue;

/** Takes the parts of a box of an array, block by block: see {@link BoxReader}. */
public interface BlockSink {

  /**
   * Whether the sink keeps the elements of blocks beyond the call. Otherwise they are overwritten
   * by those of the next, which spares an array for each.
   */
  default boolean keepsBlocks() {
    return false;
  }

  /**
   * A part that is stored.
   *
   * @param start first index of the part along each dimension of the array
   * @param extent indices of the part along each dimension
   * @param block the elements of the whole block, in C order of its shape
   * @param blockShape shape of the block
   * @param offset element of the block at which the part starts
   */
  void stored(long[] start, int[] extent, ChunkData block, int[] blockShape, int offset);

  /**
   * A part that is not stored, all of one value.
   *
   * @param start first index of the part along each dimension of the array
   * @param extent indices of the part along each dimension
   * @param value the value of its elements
   */
  void absent(long[] start, long[] extent, FillValue value);
}
