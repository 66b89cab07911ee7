package io.zarrspark.spark.plan;

import io.zarrspark.chunk.ChunkAxis;
import java.util.Arrays;
import java.util.Random;

/**
 * A dimension cut at random: into objects of one extent or of several, whole or of blocks of one
 * extent. The cuts are listed, so that nothing need be computed from them as plans do.
 *
 * @param objects where objects lie
 * @param blocks where blocks lie
 * @param starts where each object starts, and where the last one ends
 * @param block extent of a block; 0 if an object is one
 */
record RandomAxis(ChunkAxis objects, ChunkAxis blocks, int[] starts, int block) {

  static RandomAxis of(Random random, long size, int mostBlock) {
    int block = 1 + random.nextInt(mostBlock);
    boolean isRegular = random.nextBoolean();
    boolean isWhole = !isRegular && random.nextBoolean();
    int extent = block * (1 + random.nextInt(3));
    int[] starts = new int[(int) size + 1];
    ChunkAxis.Builder objects = new ChunkAxis.Builder();
    int n = 0;
    for (; starts[n] < size; n++) {
      if (!isRegular && random.nextBoolean()) {
        extent = isWhole ? 1 + random.nextInt(3 * mostBlock) : block * (1 + random.nextInt(3));
      }
      objects.add(extent, 1);
      starts[n + 1] = starts[n] + extent;
    }
    ChunkAxis axis = objects.build();
    return isWhole
        ? new RandomAxis(axis, axis, starts, 0)
        : new RandomAxis(axis, ChunkAxis.regular(block), starts, block);
  }

  /** Blocks of an object. */
  int blocksIn(long object) {
    return block == 0 ? 1 : (starts[(int) object + 1] - starts[(int) object]) / block;
  }

  int start(long object, int blockInObject) {
    return starts[(int) object] + blockInObject * block;
  }

  /** Where a block of an object ends. */
  int end(long object, int blockInObject) {
    return block == 0 ? starts[(int) object + 1] : start(object, blockInObject + 1);
  }

  static ChunkAxis[] objects(RandomAxis[] axes) {
    return Arrays.stream(axes).map(RandomAxis::objects).toArray(ChunkAxis[]::new);
  }

  static ChunkAxis[] blocks(RandomAxis[] axes) {
    return Arrays.stream(axes).map(RandomAxis::blocks).toArray(ChunkAxis[]::new);
  }
}
