package io.zarrspark;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.chunk.StridedCopy;
import io.zarrspark.codec.ByteSlice;
import io.zarrspark.codec.CodecPipeline;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.codec.CodingException;
import io.zarrspark.codec.ShardBuilder;
import io.zarrspark.codec.ShardLayout;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Writes stored objects of one array from those of another whose blocks have the same bytes before
 * compression. Blocks are decompressed and compressed again, but not made to cells between, and of
 * a shard no more is held than its encoded bytes. For one thread at a time.
 *
 * <p>The objects are what {@link ObjectWriter} makes of the same cells.
 */
public final class ObjectRecoder implements AutoCloseable {
  private final ZarrArray source;
  private final ZarrArray target;
  private final BlockReader reader;
  private final CodecPipeline blocks;
  private final Optional<ShardLayout> shards;
  private final int[] blockShape;
  private final CodecScratch scratch = new CodecScratch();
  private long fetchedBytes;

  private ObjectRecoder(ZarrArray source, ZarrArray target) {
    this.source = source;
    this.target = target;
    this.reader = new BlockReader(source);
    this.shards = target.pipeline().shardLayout();
    this.blocks = target.pipeline().blockPipeline();
    this.blockShape = target.blockShape();
  }

  /**
   * A recoder, or empty if blocks do not have the same bytes, or a fill value is not the same, or
   * objects of the target take blocks from several shards of the source.
   *
   * @param source of the same shape
   * @param target an array that {@link ObjectWriter#of} accepts
   */
  public static Optional<ObjectRecoder> of(ZarrArray source, ZarrArray target) {
    boolean suits =
        source.objectGrid().isRegular()
            && target.objectGrid().isRegular()
            && (source.pipeline().shardLayout().isEmpty()
                || source.objectGrid().equals(target.objectGrid()))
            && source.pipeline().blockPipeline().hasSameBytes(target.pipeline().blockPipeline())
            && source.metadata().fillValue().equals(target.metadata().fillValue());
    return suits ? Optional.of(new ObjectRecoder(source, target)) : Optional.empty();
  }

  /** Bytes read from the store so far. */
  public long fetchedBytes() {
    return fetchedBytes;
  }

  /**
   * Writes one object. One that holds nothing but the fill value, by bits, is not stored, and an
   * older one is deleted.
   *
   * @param object position in the grid of stored objects of the target
   * @throws io.zarrspark.codec.ChunkException if a block cannot be decoded
   * @throws IOException if a store fails
   */
  public void write(long[] object) throws IOException {
    ByteSlice encoded;
    try {
      encoded = shards.isPresent() ? shard(object, shards.get()) : chunk(object);
    } catch (CodingException e) {
      throw ObjectWriter.cannotEncode(target, object, e);
    }
    ObjectWriter.store(target, object, encoded);
  }

  /** The encoded bytes of an object that is one block, or null if all is the fill value. */
  private ByteSlice chunk(long[] object) throws IOException {
    EncodedObject encoded = fetch(object, 0);
    ByteSlice bytes = recode(encoded, 0);
    reader.release(encoded);
    return bytes;
  }

  private ByteSlice shard(long[] object, ShardLayout layout) throws IOException {
    ShardBuilder shard = layout.start(scratch);
    int[] wanted = BoxReader.wantedBlocks(target, object, new long[object.length], target.shape());
    boolean isFromShard = source.pipeline().shardLayout().isPresent();
    int together = isFromShard ? BoxReader.fetchedTogether(source) : 1;
    for (int at = 0; at < wanted.length; at += together) {
      int[] group = Arrays.copyOfRange(wanted, at, Math.min(wanted.length, at + together));
      EncodedObject encoded =
          isFromShard
              ? fetch(object, group)
              : fetch(target.block(object, Shapes.coordinates(group[0], layout.blockGrid())), 0);
      for (int i = 0; i < group.length; i++) {
        ByteSlice bytes = recode(encoded, i);
        if (bytes != null) {
          shard.add(layout.entry(Shapes.coordinates(group[i], layout.blockGrid())), bytes);
        }
      }
      reader.release(encoded);
    }
    return shard.isEmpty() ? null : shard.finish();
  }

  private EncodedObject fetch(long[] object, int... blocksOfObject) throws IOException {
    EncodedObject encoded = reader.fetch(object, blocksOfObject);
    fetchedBytes += encoded.bytes();
    return encoded;
  }

  /** The i-th block of a fetched object as the target stores it, or null if it does not. */
  private ByteSlice recode(EncodedObject encoded, int i) {
    if (!encoded.isBlockPresent(i)) {
      return null;
    }
    ByteSlice bytes = wholeBlock(encoded, i);
    if (bytes != null) {
      return blocks.isAllFill(bytes) ? null : blocks.compress(bytes, scratch);
    }
    ChunkData cells = ChunkData.filled(target.metadata().fillValue(), Shapes.elements(blockShape));
    int[] strides = Shapes.strides(blockShape);
    StridedCopy.copy(
        reader.decodeReusing(encoded, i), 0, strides, cells, 0, strides, reader.extent(encoded, i));
    return blocks.isAllFill(cells) ? null : blocks.encode(cells, scratch);
  }

  /** The bytes of a block without compression; null if only its cells tell what they should be. */
  private ByteSlice wholeBlock(EncodedObject encoded, int i) {
    if (!Arrays.equals(reader.extent(encoded, i), blockShape)) {
      return null; // Outside the array, the source may hold anything, the target the fill value.
    }
    try {
      return reader.decompress(encoded, i, scratch);
    } catch (CodingException e) {
      return null; // To decode it says where the failure is.
    }
  }

  /** Frees what codecs hold. */
  @Override
  public void close() {
    reader.close();
    scratch.close();
  }
}
