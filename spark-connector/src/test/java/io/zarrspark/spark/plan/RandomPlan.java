package io.zarrspark.spark.plan;

import io.zarrspark.chunk.Shapes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A plan of a random grid, with its rows listed cell by cell. */
record RandomPlan(BlockPlan plan, long[] shape, RandomAxis[] axes) {

  static RandomPlan of(Random random, int maxRank) {
    int rank = random.nextInt(maxRank + 1);
    long[] shape = new long[rank];
    RandomAxis[] axes = new RandomAxis[rank];
    IndexRanges[] ranges = new IndexRanges[rank];
    for (int d = 0; d < rank; d++) {
      shape[d] = 1 + random.nextInt(12);
      axes[d] = RandomAxis.of(random, shape[d], 4);
      ranges[d] =
          random.nextInt(3) == 0
              ? IndexRanges.all(shape[d])
              : IndexRangesTest.ranges(IndexRangesTest.bits(random)).clip(0, shape[d]);
    }
    BlockPlan plan = new BlockPlan(RandomAxis.objects(axes), RandomAxis.blocks(axes), ranges);
    return new RandomPlan(plan, shape, axes);
  }

  /** A row: the block that holds it, as the numbers of object and block, and its index. */
  record Row(List<Long> object, int blockInObject, List<Long> index) {}

  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (long ordinal = 0; ordinal < plan.objectCount(); ordinal++) {
      ObjectRead read = plan.objectRead(ordinal);
      for (int b = 0; b < read.blocks().length; b++) {
        addRows(read, b, rows);
      }
    }
    return rows;
  }

  /** Rows of some blocks of one object, or of whole objects. */
  List<Row> rows(PartitionPacker.Piece piece) {
    List<Row> rows = new ArrayList<>();
    for (long ordinal = piece.firstObject(); ordinal < piece.endObject(); ordinal++) {
      ObjectRead read = plan.objectRead(ordinal);
      int end = piece.isPartOfObject() ? piece.endBlock() : read.blocks().length;
      for (int b = piece.firstBlock(); b < end; b++) {
        addRows(read, b, rows);
      }
    }
    return rows;
  }

  private void addRows(ObjectRead read, int number, List<Row> rows) {
    int[] blocksIn = new int[axes.length];
    Arrays.setAll(blocksIn, d -> axes[d].blocksIn(read.object()[d]));
    int[] inObject = Shapes.coordinates(read.blocks()[number], blocksIn);
    int[] shape = new int[axes.length];
    for (int d = 0; d < shape.length; d++) {
      long object = read.object()[d];
      shape[d] = axes[d].end(object, inObject[d]) - axes[d].start(object, inObject[d]);
    }
    int[] cell = new int[axes.length];
    do {
      List<Long> index = new ArrayList<>();
      boolean isWanted = true;
      for (int d = 0; d < cell.length; d++) {
        index.add((long) axes[d].start(read.object()[d], inObject[d]) + cell[d]);
        isWanted &= plan.ranges(d).contains(index.get(d));
      }
      if (isWanted) {
        List<Long> position = new ArrayList<>();
        for (long p : read.object()) {
          position.add(p);
        }
        rows.add(new Row(position, read.blocks()[number], index));
      }
    } while (Shapes.next(cell, shape));
  }
}
