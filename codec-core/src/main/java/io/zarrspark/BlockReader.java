package io.zarrspark;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.chunk.FillValue.MissingFillValueException;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.codec.ByteSlice;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.codec.CodecPipeline;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.codec.CodingException;
import io.zarrspark.codec.ShardIndex;
import io.zarrspark.codec.ShardLayout;
import io.zarrspark.codec.SizeBound;
import io.zarrspark.kernel.ElementException;
import io.zarrspark.store.StoredObject;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Reads blocks of one array, in two halves: {@link #fetch} does the requests and may run ahead on
 * another thread, {@link #decode} computes. Each half is for one thread at a time.
 */
public final class BlockReader implements AutoCloseable {
  private static final String REMEDY = ". Repair or delete the chunk";

  private final ZarrArray array;
  private final ShortChunks shortChunks;
  private final FetchBuffers buffers = new FetchBuffers();
  private final CodecScratch fetchScratch = new CodecScratch();
  private final CodecScratch decodeScratch;
  private final CodecScratch reusingScratch = new CodecScratch(true);

  public BlockReader(ZarrArray array) {
    this(array, new ArrayDeque<>());
  }

  /**
   * A reader that decodes to spare elements.
   *
   * @param spare what {@link #decode} uses before new elements; its callers may add what it has
   *     returned once they have done with it
   */
  public BlockReader(ZarrArray array, Deque<ChunkData> spare) {
    this.array = array;
    this.decodeScratch = new CodecScratch(spare);
    this.shortChunks = new ShortChunks(array);
  }

  /**
   * Fetches blocks of one stored object. A whole object is one request; of a shard, its index is
   * one and the wanted inner chunks are as few as {@link ReadRanges} allows.
   *
   * @param object position in the grid of stored objects
   * @param blocks C-order numbers of the wanted blocks within the object; {@code {0}} without
   *     shards
   * @throws IOException if the store fails; an absent object is no failure
   * @throws ChunkException if the index of a shard is corrupt
   */
  public EncodedObject fetch(long[] object, int[] blocks) throws IOException {
    String key = array.objectKey(object);
    ShardLayout shards = array.pipeline(object).shardLayout().orElse(null);
    Optional<StoredObject> found = array.openObject(object, shards == null);
    if (found.isEmpty()) {
      return new EncodedObject(
          object,
          key,
          blocks,
          false,
          new ByteSlice[blocks.length],
          FillValue.of(array.metadata().fillValue()),
          0,
          0);
    }
    try (StoredObject stored = found.get()) {
      return shards == null
          ? fetchWhole(object, key, blocks, stored)
          : fetchFromShard(object, key, blocks, shards, stored);
    } catch (CodingException e) {
      throw new ChunkException(
          "Cannot read chunk "
              + chunkKey(object)
              + " of "
              + array.location()
              + ": "
              + e.getMessage()
              + REMEDY,
          e);
    }
  }

  private EncodedObject fetchWhole(long[] object, String key, int[] blocks, StoredObject stored)
      throws IOException {
    SizeBound encodedSize = array.pipeline(object).encodedSize();
    if (!encodedSize.allows(stored.size())
        && !shortChunks.allow(array.blockGrid().extent(object), stored.size())) {
      throw new CodingException(
          "the object has " + stored.size() + " bytes; there should be " + encodedSize);
    }
    int size = (int) stored.size();
    byte[] bytes = buffers.take(size);
    stored.read(0, bytes, 0, size);
    return new EncodedObject(
        object,
        key,
        blocks,
        true,
        new ByteSlice[] {new ByteSlice(bytes, 0, size)},
        FillValue.of(array.metadata().fillValue()),
        1,
        size);
  }

  private EncodedObject fetchFromShard(
      long[] object, String key, int[] blocks, ShardLayout shards, StoredObject stored)
      throws IOException {
    // First: it refuses an object with less than the index, whose size metadata alone claims.
    long indexOffset = shards.indexOffset(stored.size());
    byte[] indexBytes = new byte[shards.indexSize()];
    stored.read(indexOffset, indexBytes, 0, indexBytes.length);
    ShardIndex index = shards.decodeIndex(ByteSlice.of(indexBytes), stored.size(), fetchScratch);
    int[] blocksPerObject = array.blocksPerObject(object);
    int[] entries = new int[blocks.length];
    List<ReadRanges.Range> wanted = new ArrayList<>();
    for (int i = 0; i < blocks.length; i++) {
      entries[i] = shards.entry(Shapes.coordinates(blocks[i], blocksPerObject));
      if (!index.isAbsent(entries[i])) {
        wanted.add(range(index, entries[i]));
      }
    }
    List<ReadRanges.Range> requests = ReadRanges.merge(wanted, blocks.length == index.size());
    ByteSlice[] encoded = new ByteSlice[blocks.length];
    long bytes = indexBytes.length;
    List<byte[]> responses = new ArrayList<>();
    for (ReadRanges.Range request : requests) {
      int length = Math.toIntExact(request.length());
      byte[] response = buffers.take(length);
      stored.read(request.start(), response, 0, length);
      responses.add(response);
      bytes += length;
    }
    for (int i = 0; i < blocks.length; i++) {
      if (!index.isAbsent(entries[i])) {
        encoded[i] = slice(range(index, entries[i]), requests, responses);
      }
    }
    return new EncodedObject(
        object, key, blocks, true, encoded, shards.absentBlock(), 1 + requests.size(), bytes);
  }

  /**
   * Says that nothing of an object will be decoded any more: its memory serves the next one that is
   * fetched. Without, it is but collected.
   */
  public void release(EncodedObject encoded) {
    encoded.release().forEach(buffers::giveBack);
  }

  private static ReadRanges.Range range(ShardIndex index, int entry) {
    long offset = index.offset(entry);
    return new ReadRanges.Range(offset, offset + index.length(entry));
  }

  private static ByteSlice slice(
      ReadRanges.Range range, List<ReadRanges.Range> requests, List<byte[]> responses) {
    if (range.length() == 0) {
      return ByteSlice.of(new byte[0]);
    }
    for (int r = 0; r < requests.size(); r++) {
      ReadRanges.Range request = requests.get(r);
      if (range.start() >= request.start() && range.end() <= request.end()) {
        return new ByteSlice(
            responses.get(r), (int) (range.start() - request.start()), (int) range.length());
      }
    }
    throw new IllegalStateException("no request covers " + range);
  }

  /**
   * Decodes the i-th block of a fetched object, which must be present.
   *
   * @return its elements in C order, those outside the array included
   * @throws ChunkException if it cannot be decoded
   */
  public ChunkData decode(EncodedObject encoded, int i) {
    return decode(encoded, i, decodeScratch);
  }

  /**
   * The same to elements that the next call overwrites, for those who have done with them by then.
   */
  public ChunkData decodeReusing(EncodedObject encoded, int i) {
    return decode(encoded, i, reusingScratch);
  }

  private ChunkData decode(EncodedObject encoded, int i, CodecScratch scratch) {
    int[] extent = extent(encoded, i);
    try {
      return blockPipeline(encoded).decode(encoded.encoded(i), extent, scratch);
    } catch (CodingException e) {
      ChunkData clipped = shortChunks.decode(encoded.encoded(i), extent, decodeScratch);
      if (clipped != null) {
        return clipped;
      }
      throw cannotDecode(encoded, i, e, REMEDY);
    } catch (ElementException | MissingFillValueException e) {
      throw cannotDecode(encoded, i, e, "");
    }
  }

  /**
   * The bytes of the i-th block of a fetched object, which must be present, without compression.
   *
   * @throws CodingException if there are none; to decode the block tells why, or does without them
   */
  ByteSlice decompress(EncodedObject encoded, int i, CodecScratch scratch) {
    return blockPipeline(encoded).decompress(encoded.encoded(i), scratch);
  }

  private CodecPipeline blockPipeline(EncodedObject encoded) {
    return array.pipeline(encoded.object()).blockPipeline();
  }

  /** The elements of the i-th block of a fetched object, present or not. */
  public ChunkData elements(EncodedObject encoded, int i) {
    return encoded.isBlockPresent(i)
        ? decode(encoded, i)
        : absentElements(encoded, Shapes.elements(array.blockShape(encoded.object())));
  }

  /**
   * So many elements of blocks of a fetched object that are not stored; they are all alike.
   *
   * @throws ChunkException if their value is not known
   */
  public ChunkData absentElements(EncodedObject encoded, int length) {
    try {
      return ChunkData.filled(encoded.absentValue().scalar(), length);
    } catch (MissingFillValueException e) {
      throw new ChunkException(
          "An inner chunk of chunk "
              + encoded.key()
              + " of "
              + array.location()
              + " is absent: "
              + e.getMessage(),
          e);
    }
  }

  /** The part of a block that lies inside the array. */
  public int[] extent(EncodedObject encoded, int i) {
    return array.blockGrid().extent(array.block(encoded.object(), inObject(encoded, i)));
  }

  /** The place of the i-th block of a fetched object among the blocks of the object. */
  private int[] inObject(EncodedObject encoded, int i) {
    return Shapes.coordinates(encoded.blocks()[i], array.blocksPerObject(encoded.object()));
  }

  private ChunkException cannotDecode(
      EncodedObject encoded, int i, RuntimeException cause, String remedy) {
    return new ChunkException(
        "Cannot decode "
            + describe(encoded, i)
            + " of "
            + array.location()
            + ": "
            + cause.getMessage()
            + remedy,
        cause);
  }

  /** The key within the array, whose own location messages give. */
  private String chunkKey(long[] object) {
    return array.metadata().chunkKeyEncoding().key(object);
  }

  private String describe(EncodedObject encoded, int i) {
    String chunk = "chunk " + chunkKey(encoded.object());
    return array.pipeline().shardLayout().isEmpty()
        ? chunk
        : "inner chunk " + Arrays.toString(inObject(encoded, i)) + " of " + chunk;
  }

  /** Frees what codecs hold. */
  @Override
  public void close() {
    fetchScratch.close();
    decodeScratch.close();
    reusingScratch.close();
  }
}
