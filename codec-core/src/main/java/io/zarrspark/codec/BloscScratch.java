package io.zarrspark.codec;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Buffers and compressor states kept from one frame to the next. A fresh zstd context costs more
 * than decoding a small chunk with it.
 *
 * <p>For one thread at a time. It grows to the largest block and frame seen and holds native
 * memory, so close it with the reader or writer that owns it.
 */
final class BloscScratch implements AutoCloseable {
  final ByteShuffle byteShuffle = new ByteShuffle();
  final BitShuffle bitShuffle = new BitShuffle();
  private byte[] block = new byte[0];
  private byte[] frame = new byte[0];
  private ZstdDecompressCtx zstdDecompress;
  private ZstdCompressCtx zstdCompress;
  private Inflater inflater;
  private Deflater deflater;
  private int[] positions;
  private boolean closed;

  /** A buffer for one block between filter and compressor. */
  byte[] block(int length) {
    if (block.length < length) {
      block = new byte[length];
    }
    return block;
  }

  /** A buffer for a frame that is being written, apart from {@link #block}. */
  byte[] frame(int length) {
    if (frame.length < length) {
      frame = new byte[length];
    }
    return frame;
  }

  /** The table in which {@link Blosclz} remembers where it saw which bytes. */
  int[] positions(int length) {
    if (positions == null) {
      positions = new int[length];
    }
    return positions;
  }

  ZstdDecompressCtx zstdDecompress() {
    if (zstdDecompress == null) {
      checkOpen();
      zstdDecompress = new ZstdDecompressCtx();
    }
    return zstdDecompress;
  }

  ZstdCompressCtx zstdCompress(int level) {
    if (zstdCompress == null) {
      checkOpen();
      zstdCompress = new ZstdCompressCtx();
    }
    return zstdCompress.setLevel(level);
  }

  Inflater inflater() {
    if (inflater == null) {
      checkOpen();
      inflater = new Inflater();
    }
    inflater.reset();
    return inflater;
  }

  Deflater deflater(int level) {
    if (deflater == null) {
      checkOpen();
      deflater = new Deflater();
    }
    deflater.reset();
    deflater.setLevel(level);
    return deflater;
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("This BloscScratch has been closed.");
    }
  }

  @Override
  public void close() {
    closed = true;
    if (zstdDecompress != null) {
      zstdDecompress.close();
      zstdDecompress = null;
    }
    if (zstdCompress != null) {
      zstdCompress.close();
      zstdCompress = null;
    }
    if (inflater != null) {
      inflater.end();
      inflater = null;
    }
    if (deflater != null) {
      deflater.end();
      deflater = null;
    }
  }
}
