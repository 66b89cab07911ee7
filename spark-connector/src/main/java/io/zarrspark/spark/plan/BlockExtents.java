package io.zarrspark.spark.plan;

import io.zarrspark.chunk.ChunkAxis;

/** Where the block of an index starts, or how many indices it has, along one dimension. */
public final class BlockExtents extends CoordinateValues {
  private final ChunkAxis blocks;
  private final boolean ofStarts;

  private BlockExtents(long size, ChunkAxis blocks, boolean ofStarts) {
    super(size);
    this.blocks = blocks;
    this.ofStarts = ofStarts;
  }

  /** The first index of the block: BIGINT. */
  public static BlockExtents starts(long size, ChunkAxis blocks) {
    return new BlockExtents(size, blocks, true);
  }

  /** The number of indices of the block, which at the end may be fewer: INT. */
  public static BlockExtents sizes(long size, ChunkAxis blocks) {
    return new BlockExtents(size, blocks, false);
  }

  private long value(long index) {
    long block = blocks.chunkOf(index);
    long start = blocks.start(block);
    return ofStarts ? start : Math.min(blocks.extent(block), size() - start);
  }

  @Override
  boolean isComparable(Object literal) {
    return ofStarts ? literal instanceof Long : literal instanceof Integer;
  }

  @Override
  int compare(long index, Object literal) {
    return Long.compare(value(index), ((Number) literal).longValue());
  }

  @Override
  public boolean isNull(long index) {
    return false;
  }

  @Override
  public boolean hasNull() {
    return false;
  }

  @Override
  public int compareAt(long index, long other) {
    return Long.compare(value(index), value(other));
  }

  @Override
  public long identity(long index) {
    return value(index);
  }

  @Override
  public boolean isStrict() {
    return size() < 2 || ofStarts && blocks.largestExtent() == 1;
  }

  @Override
  Order findOrder() {
    if (ofStarts) {
      return Order.ASCENDING;
    }
    return blocks.isRegular() ? Order.DESCENDING : Order.NONE;
  }

  /** Sizes in no order are looked through run by run, as there may be many indices. */
  @Override
  IndexRanges below(Object literal, boolean orEqual) {
    if (order() != Order.NONE) {
      return super.below(literal, orEqual);
    }
    IndexRanges.Builder below = new IndexRanges.Builder();
    long last = blocks.start(blocks.chunkOf(size() - 1));
    for (int run = 0; run < blocks.runs(); run++) {
      long start = blocks.start(blocks.firstChunk(run));
      long end = run + 1 < blocks.runs() ? blocks.start(blocks.firstChunk(run + 1)) : last;
      if (isBelow(compare(start, literal), orEqual)) {
        below.add(start, end);
      }
    }
    if (isBelow(compare(last, literal), orEqual)) {
      below.add(last, size());
    }
    return below.build();
  }
}
