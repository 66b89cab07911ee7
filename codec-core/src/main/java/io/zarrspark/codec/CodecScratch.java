package io.zarrspark.codec;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.DataType;
import io.zarrspark.type.NumberType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.zip.Inflater;

/**
 * What codecs reuse between the chunks of one reader: contexts of native libraries and buffers. Not
 * for use by several threads. Closing frees native memory.
 */
public final class CodecScratch implements AutoCloseable {
  private final byte[][] buffers = new byte[2][0];
  private final boolean reusesElements;
  private final Deque<ChunkData> spare;
  private final List<ChunkData> elements = new ArrayList<>();
  private int next;
  private ZstdDecompressCtx zstd;
  private ZstdCompressCtx zstdCompressor;
  private Inflater inflater;
  private BloscScratch blosc;
  private CodecScratch nested;
  private ShardBytes shard;

  /** A scratch with which every chunk is decoded to elements of its own. */
  public CodecScratch() {
    this(false);
  }

  /**
   * A scratch.
   *
   * @param reusesElements whether the elements of a chunk may be overwritten by those of the next:
   *     new arrays cost more than a codec takes to fill them
   */
  public CodecScratch(boolean reusesElements) {
    this(reusesElements, new ArrayDeque<>());
  }

  /**
   * A scratch with which every chunk is decoded to elements that nothing else uses.
   *
   * @param spare elements to use before new ones; whoever is done with those of a chunk may add
   *     them
   */
  public CodecScratch(Deque<ChunkData> spare) {
    this(false, spare);
  }

  private CodecScratch(boolean reusesElements, Deque<ChunkData> spare) {
    this.reusesElements = reusesElements;
    this.spare = spare;
  }

  /**
   * Elements to be overwritten whole.
   *
   * @param step which of the steps of a chain asks: each has elements of its own
   */
  ChunkData elements(int step, DataType dataType, int length) {
    if (!(dataType instanceof NumberType)) {
      return ChunkData.allocate(dataType, length);
    }
    if (!reusesElements) {
      return spareElements(dataType, length);
    }
    while (elements.size() <= step) {
      elements.add(null);
    }
    ChunkData last = elements.get(step);
    // A scratch serves one chain, so that a step always asks for the same type.
    if (last == null || last.length() != length) {
      elements.set(step, ChunkData.allocate(dataType, length));
    }
    return elements.get(step);
  }

  private ChunkData spareElements(DataType dataType, int length) {
    ChunkData last = spare.peekLast();
    boolean suits =
        last != null
            && last.length() == length
            && last.getClass() == ChunkData.allocate(dataType, 0).getClass();
    return suits ? spare.removeLast() : ChunkData.allocate(dataType, length);
  }

  /**
   * A buffer of at least that many bytes, with any content. Two are handed out in turn, so that a
   * codec can read from one and write to the other.
   */
  byte[] buffer(int bytes) {
    next ^= 1;
    if (buffers[next].length < bytes) {
      buffers[next] = new byte[bytes];
    }
    return buffers[next];
  }

  /** For chains inside a chain, which must not overwrite the outer buffers. */
  CodecScratch nested() {
    if (nested == null) {
      nested = new CodecScratch();
    }
    return nested;
  }

  /** The bytes of a shard that is encoded; those of an inner shard are nested. */
  ShardBytes shard() {
    if (shard == null) {
      shard = new ShardBytes();
    }
    return shard;
  }

  ZstdDecompressCtx zstd() {
    if (zstd == null) {
      zstd = new ZstdDecompressCtx();
    }
    return zstd;
  }

  /** A compressor with that level; new ones allocate and clear megabytes. */
  ZstdCompressCtx zstdCompressor(int level, boolean checksum) {
    if (zstdCompressor == null) {
      zstdCompressor = new ZstdCompressCtx();
    }
    zstdCompressor.setLevel(level);
    zstdCompressor.setChecksum(checksum);
    return zstdCompressor;
  }

  /** An inflater for raw deflate streams, reset. */
  Inflater inflater() {
    if (inflater == null) {
      inflater = new Inflater(true);
    } else {
      inflater.reset();
    }
    return inflater;
  }

  BloscScratch blosc() {
    if (blosc == null) {
      blosc = new BloscScratch();
    }
    return blosc;
  }

  @Override
  public void close() {
    if (zstd != null) {
      zstd.close();
      zstd = null;
    }
    if (zstdCompressor != null) {
      zstdCompressor.close();
      zstdCompressor = null;
    }
    if (inflater != null) {
      inflater.end();
      inflater = null;
    }
    if (blosc != null) {
      blosc.close();
      blosc = null;
    }
    if (nested != null) {
      nested.close();
      nested = null;
    }
  }
}
