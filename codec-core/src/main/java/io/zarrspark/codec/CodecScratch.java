package io.zarrspark.codec;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.util.zip.Inflater;

/**
 * What codecs reuse between the chunks of one reader: contexts of native libraries and buffers. Not
 * for use by several threads. Closing frees native memory.
 */
public final class CodecScratch implements AutoCloseable {
  private final byte[][] buffers = new byte[2][0];
  private int next;
  private ZstdDecompressCtx zstd;
  private Inflater inflater;
  private BloscScratch blosc;
  private CodecScratch nested;

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

  ZstdDecompressCtx zstd() {
    if (zstd == null) {
      zstd = new ZstdDecompressCtx();
    }
    return zstd;
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
