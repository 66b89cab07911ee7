package io.zarrspark.spark.plan;

/** Where the block of an index starts, or how many indices it has, along one dimension. */
public final class BlockExtents extends CoordinateValues {
  private final int blockSize;
  private final boolean ofStarts;

  private BlockExtents(long size, int blockSize, boolean ofStarts) {
    super(size);
    this.blockSize = blockSize;
    this.ofStarts = ofStarts;
  }

  /** The first index of the block: BIGINT. */
  public static BlockExtents starts(long size, int blockSize) {
    return new BlockExtents(size, blockSize, true);
  }

  /** The number of indices of the block, fewer in the last one: INT. */
  public static BlockExtents sizes(long size, int blockSize) {
    return new BlockExtents(size, blockSize, false);
  }

  private long value(long index) {
    long start = index / blockSize * blockSize;
    return ofStarts ? start : Math.min(blockSize, size() - start);
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
    return size() < 2 || ofStarts && blockSize == 1;
  }

  @Override
  Order findOrder() {
    return ofStarts ? Order.ASCENDING : Order.DESCENDING;
  }
}
