package io.zarrspark.spark.inspect;

import io.zarrspark.ShardInspector;
import io.zarrspark.ShardInspector.InnerChunks;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.spark.io.Inspection;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The tables of chunks and of inner chunks, for some consecutive objects of the grid of one array.
 * Objects are asked for one by one, and not at all if no wanted column depends on them.
 */
final class GridRows implements RowSource {
  private final ZarrArray array;
  private final UTF8String path;
  private final boolean ofInnerChunks;
  private final boolean needsObjects;
  private final long end;
  private final ShardInspector inspector;
  private long nextObject;
  private long[] shard;
  private int[] innerGrid;
  private int nextInnerChunk;
  private UTF8String shardKey;
  private Optional<InnerChunks> innerChunks = Optional.empty();

  GridRows(ZarrArray array, Inspection inspection, boolean needsObjects, long first, long end) {
    this.array = array;
    this.path = Values.text(array.path());
    this.ofInnerChunks = inspection == Inspection.SHARDS;
    this.needsObjects = needsObjects;
    this.nextObject = first;
    this.end = end;
    this.inspector = new ShardInspector(array);
  }

  /** Number of objects in a grid; null if a BIGINT cannot hold it. */
  static Long objects(ChunkGrid grid) {
    long[] chunks = new long[grid.rank()];
    Arrays.setAll(chunks, grid::chunks);
    return Values.product(chunks);
  }

  @Override
  public Object[] next() throws IOException {
    return ofInnerChunks ? nextInnerChunk() : nextChunk();
  }

  private Object[] nextChunk() throws IOException {
    if (nextObject == end) {
      return null;
    }
    long[] object = position(nextObject++);
    OptionalLong size = needsObjects ? inspector.size(object) : OptionalLong.empty();
    return new Object[] {
      path,
      Values.text(array.objectKey(object)),
      Values.longs(object),
      size.isPresent(),
      size.isPresent() ? size.getAsLong() : null,
      Values.longs(start(array.objectGrid(), object)),
      Values.longs(array.objectGrid().extent(object))
    };
  }

  private Object[] nextInnerChunk() throws IOException {
    while (true) {
      if (shard == null) {
        if (nextObject == end) {
          return null;
        }
        startShard(position(nextObject++));
      }
      if (nextInnerChunk == Shapes.elements(innerGrid)) {
        shard = null;
        continue;
      }
      int number = nextInnerChunk++;
      long[] block = array.block(shard, Shapes.coordinates(number, innerGrid));
      int[] extent = array.blockGrid().extent(block);
      // Shards hang over the edge of the array; inner chunks outside of it hold nothing.
      if (Shapes.isEmpty(extent)) {
        continue;
      }
      boolean isPresent = innerChunks.isPresent() && innerChunks.get().isPresent(number);
      return new Object[] {
        path,
        shardKey,
        Values.longs(block),
        isPresent,
        isPresent ? innerChunks.get().offsets()[number] : null,
        isPresent ? innerChunks.get().lengths()[number] : null,
        Values.longs(start(array.blockGrid(), block)),
        Values.longs(extent)
      };
    }
  }

  private void startShard(long[] object) throws IOException {
    shard = object;
    innerGrid = array.blocksPerObject(object);
    nextInnerChunk = 0;
    shardKey = Values.text(array.objectKey(object));
    innerChunks = needsObjects ? inspector.innerChunks(object) : Optional.empty();
  }

  /** The place of the object with a C-order number in the grid. */
  private long[] position(long ordinal) {
    ChunkGrid grid = array.objectGrid();
    long[] position = new long[grid.rank()];
    long rest = ordinal;
    for (int d = position.length - 1; d >= 0; d--) {
      position[d] = rest % grid.chunks(d);
      rest /= grid.chunks(d);
    }
    return position;
  }

  private static long[] start(ChunkGrid grid, long[] chunk) {
    long[] start = new long[chunk.length];
    Arrays.setAll(start, d -> grid.start(d, chunk[d]));
    return start;
  }

  @Override
  public void close() {
    inspector.close();
  }
}
