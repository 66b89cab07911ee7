package io.zarrspark;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.chunk.Shapes;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads boxes of one array, of any size: what is held is the encoded bytes of some blocks and one
 * decoded block at a time. For one thread at a time.
 */
public final class BoxReader implements AutoCloseable {
  /** Most decoded bytes of the blocks of a shard that are fetched together, unless one has more. */
  public static final long FETCHED_TOGETHER_BYTES = 64L << 20;

  private final ZarrArray array;
  private final BlockReader reader;
  private final Deque<ChunkData> spare;
  private final ChunkGrid objects;
  private final ChunkGrid blocks;
  private final int fetchedTogether;
  private long fetchedBytes;
  private long decodedBlocks;

  public BoxReader(ZarrArray array) {
    this(array, new ArrayDeque<>());
  }

  /**
   * A reader that decodes to spare elements.
   *
   * @param spare elements to use for blocks that a sink {@linkplain BlockSink#keepsBlocks keeps},
   *     before new ones; the sink may add those that it has done with
   */
  public BoxReader(ZarrArray array, Deque<ChunkData> spare) {
    this.array = array;
    this.spare = spare;
    this.reader = new BlockReader(array, spare);
    this.objects = array.objectGrid();
    this.blocks = array.blockGrid();
    this.fetchedTogether = fetchedTogether(array);
  }

  /** Most blocks of a shard that are fetched together. */
  static int fetchedTogether(ZarrArray array) {
    long blockBytes =
        (long) Shapes.elements(array.blockGrid().largestChunk())
            * Math.max(1, array.dataType().storage().bytes());
    return (int) Math.max(1, FETCHED_TOGETHER_BYTES / blockBytes);
  }

  /** Bytes read from the store so far. */
  public long fetchedBytes() {
    return fetchedBytes;
  }

  /** Blocks decoded so far. */
  public long decodedBlocks() {
    return decodedBlocks;
  }

  /**
   * Hands the parts of a box to a sink, each cell once, object by object in C order.
   *
   * @param start first index along each dimension, inside the array
   * @param extent indices along each dimension, at least one, inside the array
   * @throws IOException if the store fails
   * @throws io.zarrspark.codec.ChunkException if a chunk cannot be decoded
   */
  public void read(long[] start, long[] extent, BlockSink sink) throws IOException {
    forEachObject(start, extent, object -> readObject(object, start, extent, sink));
  }

  private interface ObjectAction {
    void accept(long[] object) throws IOException;
  }

  private void forEachObject(long[] start, long[] extent, ObjectAction action) throws IOException {
    int rank = start.length;
    long[] first = new long[rank];
    long[] last = new long[rank];
    for (int d = 0; d < rank; d++) {
      first[d] = objects.axis(d).chunkOf(start[d]);
      last[d] = objects.axis(d).chunkOf(start[d] + extent[d] - 1);
    }
    long[] object = first.clone();
    do {
      action.accept(object.clone());
    } while (next(object, first, last));
  }

  /**
   * The same, in any order of the chunks, together with other threads of this process that need
   * some of the same chunks of the array: each chunk is fetched and decoded by one of them, as far
   * as they are about as fast.
   *
   * @param exchange a name that those threads have in common, and no reader of another array
   * @throws InterruptedIOException if the thread is interrupted while it waits for a chunk
   * @throws IllegalStateException if the array has shards, or the sink keeps blocks
   */
  public void readTogether(long[] start, long[] extent, BlockSink sink, String exchange)
      throws IOException {
    if (array.pipeline().shardLayout().isPresent() || sink.keepsBlocks()) {
      throw new IllegalStateException(
          array.location() + " has shards, or its blocks are kept, which others use too");
    }
    Map<Long, long[]> chunks = new LinkedHashMap<>();
    forEachObject(
        start,
        extent,
        object -> {
          long number = 0;
          for (int d = 0; d < object.length; d++) {
            number = number * objects.chunks(d) + object[d];
          }
          chunks.put(number, object);
        });
    try (BlockExchange.Member member = BlockExchange.join(exchange, chunks.keySet())) {
      for (BlockExchange.Slot slot = member.take(); slot != null; slot = member.take()) {
        try {
          long[] chunk = chunks.get(slot.chunk());
          if (slot.content() == null) {
            member.publish(slot, content(chunk, member));
          }
          hand(slot.content(), chunk, start, extent, sink);
        } finally {
          member.finish(slot);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading " + array.location());
    }
  }

  private BlockExchange.Content content(long[] chunk, BlockExchange.Member member)
      throws IOException {
    EncodedObject encoded = reader.fetch(chunk, new int[] {0});
    fetchedBytes += encoded.bytes();
    if (!encoded.isPresent()) {
      return new BlockExchange.Content(null, encoded.absentValue());
    }
    ChunkData elements = member.spare();
    if (elements != null) {
      spare.add(elements);
    }
    ChunkData cells = reader.decode(encoded, 0);
    if (elements != null && spare.peekLast() == elements) {
      spare.removeLast(); // They did not suit.
    }
    decodedBlocks++;
    reader.release(encoded);
    return new BlockExchange.Content(cells, null);
  }

  private void hand(
      BlockExchange.Content content, long[] chunk, long[] start, long[] extent, BlockSink sink) {
    if (content.cells() == null) {
      Part part = Part.of(objects, chunk, start, extent);
      sink.absent(part.start, part.extent, content.absentValue());
    } else {
      hand(content.cells(), chunk, start, extent, sink);
    }
  }

  private static boolean next(long[] position, long[] first, long[] last) {
    for (int d = position.length - 1; d >= 0; d--) {
      if (++position[d] <= last[d]) {
        return true;
      }
      position[d] = first[d];
    }
    return false;
  }

  private void readObject(long[] object, long[] start, long[] extent, BlockSink sink)
      throws IOException {
    int[] wanted = wantedBlocks(array, object, start, extent);
    for (int at = 0; at < wanted.length; at += fetchedTogether) {
      int[] group = Arrays.copyOfRange(wanted, at, Math.min(wanted.length, at + fetchedTogether));
      EncodedObject encoded = reader.fetch(object, group);
      fetchedBytes += encoded.bytes();
      if (!encoded.isPresent()) {
        Part whole = Part.of(objects, object, start, extent);
        sink.absent(whole.start, whole.extent, encoded.absentValue());
        return;
      }
      for (int i = 0; i < group.length; i++) {
        readBlock(encoded, i, start, extent, sink);
      }
      reader.release(encoded);
    }
  }

  /** Numbers within an object of the blocks that overlap the box. */
  static int[] wantedBlocks(ZarrArray array, long[] object, long[] start, long[] extent) {
    ChunkGrid objects = array.objectGrid();
    ChunkGrid blocks = array.blockGrid();
    int rank = object.length;
    int[] first = new int[rank];
    int[] counts = new int[rank];
    Part part = Part.of(objects, object, start, extent);
    for (int d = 0; d < rank; d++) {
      long firstBlock = blocks.axis(d).chunkOf(part.start[d]);
      first[d] = (int) (firstBlock - blocks.axis(d).chunkOf(objects.start(d, object[d])));
      counts[d] =
          (int) (blocks.axis(d).chunkOf(part.start[d] + part.extent[d] - 1) - firstBlock) + 1;
    }
    int[] strides = Shapes.strides(array.blocksPerObject(object));
    int[] wanted = new int[Shapes.elements(counts)];
    int[] position = new int[rank];
    for (int i = 0; i < wanted.length; i++) {
      for (int d = 0; d < rank; d++) {
        wanted[i] += (first[d] + position[d]) * strides[d];
      }
      Shapes.next(position, counts);
    }
    return wanted;
  }

  private void readBlock(
      EncodedObject encoded, int i, long[] start, long[] extent, BlockSink sink) {
    int[] perObject = array.blocksPerObject(encoded.object());
    long[] block =
        array.block(encoded.object(), Shapes.coordinates(encoded.blocks()[i], perObject));
    if (!encoded.isBlockPresent(i)) {
      Part part = Part.of(blocks, block, start, extent);
      sink.absent(part.start, part.extent, encoded.absentValue());
      return;
    }
    ChunkData elements =
        sink.keepsBlocks() ? reader.decode(encoded, i) : reader.decodeReusing(encoded, i);
    decodedBlocks++;
    hand(elements, block, start, extent, sink);
  }

  /** Hands the part of a block that the box has to a sink. */
  private void hand(ChunkData elements, long[] block, long[] start, long[] extent, BlockSink sink) {
    Part part = Part.of(blocks, block, start, extent);
    int[] shape = blocks.chunkShape(block);
    int[] strides = Shapes.strides(shape);
    int[] partExtent = new int[block.length];
    int offset = 0;
    for (int d = 0; d < block.length; d++) {
      partExtent[d] = (int) part.extent[d];
      offset += (int) (part.start[d] - blocks.start(d, block[d])) * strides[d];
    }
    sink.stored(part.start, partExtent, elements, shape, offset);
  }

  /** What a box and a piece of a grid have in common. */
  private record Part(long[] start, long[] extent) {
    static Part of(ChunkGrid grid, long[] piece, long[] boxStart, long[] boxExtent) {
      long[] start = new long[piece.length];
      long[] extent = new long[piece.length];
      for (int d = 0; d < piece.length; d++) {
        long pieceStart = grid.start(d, piece[d]);
        start[d] = Math.max(boxStart[d], pieceStart);
        extent[d] =
            Math.min(boxStart[d] + boxExtent[d], pieceStart + grid.axis(d).extent(piece[d]))
                - start[d];
      }
      return new Part(start, extent);
    }
  }

  /** The array that is read. */
  public ZarrArray array() {
    return array;
  }

  /** Frees what codecs hold. */
  @Override
  public void close() {
    reader.close();
  }
}
