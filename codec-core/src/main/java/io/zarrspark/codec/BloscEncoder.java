package io.zarrspark.codec;

import java.io.IOException;
import java.util.Arrays;
import java.util.zip.Deflater;
import net.jpountz.lz4.LZ4Factory;
import org.xerial.snappy.Snappy;

/**
 * Writes Blosc1 frames with the block sizes, splits and levels of c-blosc 1.21, so that a store
 * looks the same whoever wrote it. The same bytes and options give the same frame.
 */
final class BloscEncoder {
  private static final LZ4Factory LZ4 = LZ4Factory.fastestInstance();

  /** Below this, c-blosc only copies. */
  private static final int MIN_COMPRESSED = 128;

  private static final int MAX_NBYTES = Integer.MAX_VALUE - BloscHeader.SIZE;
  private static final int MAX_BLOCKSIZE = (Integer.MAX_VALUE - 255 * 4) / 3;
  private static final int ZSTD_MAX_LEVEL = 22;

  private BloscEncoder() {}

  static byte[] encode(byte[] src, int off, int len, BloscOptions options, BloscScratch scratch) {
    if (len > MAX_NBYTES) {
      throw new BloscException(
          "A Blosc frame holds at most "
              + MAX_NBYTES
              + " bytes, but "
              + len
              + " are to be encoded.");
    }
    int blocksize = blocksize(len, options);
    BloscHeader header =
        new BloscHeader(flags(options, blocksize), options.typesize(), len, blocksize, 0);
    if (options.clevel() > 0 && len >= MIN_COMPRESSED) {
      byte[] frame = compress(header, src, off, options, scratch);
      if (frame != null) {
        return frame;
      }
    }
    byte[] frame = new byte[BloscHeader.SIZE + len];
    System.arraycopy(src, off, frame, BloscHeader.SIZE, len);
    write(header, header.flags() | BloscHeader.MEMCPYED, frame, frame.length);
    return frame;
  }

  private static void write(BloscHeader header, int flags, byte[] frame, int cbytes) {
    frame[0] = BloscHeader.VERSION;
    frame[1] = BloscHeader.COMPRESSOR_VERSION;
    frame[2] = (byte) flags;
    frame[3] = (byte) header.typesize();
    BloscHeader.writeInt(frame, 4, header.nbytes());
    BloscHeader.writeInt(frame, 8, header.blocksize());
    BloscHeader.writeInt(frame, 12, cbytes);
  }

  private static int flags(BloscOptions options, int blocksize) {
    int filter =
        switch (options.shuffle()) {
          case NOSHUFFLE -> 0;
          case SHUFFLE -> BloscHeader.SHUFFLE;
          case BITSHUFFLE -> BloscHeader.BITSHUFFLE;
        };
    int split = isSplit(options, blocksize) ? 0 : BloscHeader.NOT_SPLIT;
    return filter | split | options.cname().format << BloscHeader.FORMAT_SHIFT;
  }

  /** zstd alone is not split: it came with the flag, the others must suit older readers too. */
  private static boolean isSplit(BloscOptions options, int blocksize) {
    return options.cname() != BloscCompressor.ZSTD
        && options.typesize() <= BloscHeader.MAX_SPLITS
        && blocksize / options.typesize() >= BloscHeader.MIN_SPLIT_ELEMENTS;
  }

  private static int blocksize(int nbytes, BloscOptions options) {
    int typesize = options.typesize();
    if (nbytes < typesize) {
      return 1;
    }
    long blocksize = nbytes;
    if (options.blocksize() != 0) {
      blocksize = Math.max(MIN_COMPRESSED, Math.min(options.blocksize(), MAX_BLOCKSIZE));
    } else if (nbytes >= 32 << 10) {
      blocksize =
          switch (options.clevel()) {
            case 0 -> 8 << 10;
            case 1 -> 16 << 10;
            case 2 -> 32 << 10;
            case 3 -> 64 << 10;
            case 4, 5 -> 128 << 10;
            default -> 256 << 10;
          };
      if (options.cname().prefersLargeBlocks()) {
        blocksize *= options.clevel() == 9 ? 4 : 2;
      }
    }
    if (options.clevel() > 0 && isSplit(options, (int) blocksize)) {
      // The size was meant for one part; but a block should still fit the caches.
      blocksize = Math.min(blocksize, 256 << 10) * typesize;
      blocksize = Math.max(64 << 10, Math.min(blocksize, 1 << 20));
    }
    blocksize = Math.min(blocksize, nbytes);
    return (int) (blocksize > typesize ? blocksize - blocksize % typesize : blocksize);
  }

  /** Returns null if the frame would be longer than a plain copy. */
  private static byte[] compress(
      BloscHeader header, byte[] src, int off, BloscOptions options, BloscScratch scratch) {
    int limit = BloscHeader.SIZE + header.nbytes();
    int blockCount = header.blockCount();
    long tableEnd = BloscHeader.SIZE + 4L * blockCount;
    if (tableEnd > limit) {
      return null;
    }
    // The last part may begin at the limit and turn out as long as possible.
    long room = limit + 4L + worstCase(header.blocksize());
    if (room > Integer.MAX_VALUE - 8) {
      throw new BloscException(
          "Compressing " + header.nbytes() + " bytes needs a buffer longer than an array can be.");
    }
    byte[] frame = scratch.frame((int) room);
    int at = (int) tableEnd;
    for (int block = 0; block < blockCount; block++) {
      BloscHeader.writeInt(frame, BloscHeader.SIZE + 4 * block, at);
      int length = header.blockLength(block);
      at =
          compressBlock(
              header, src, off + block * header.blocksize(), length, frame, at, options, scratch);
      if (at < 0 || at > limit) {
        return null;
      }
    }
    write(header, header.flags(), frame, at);
    return Arrays.copyOf(frame, at);
  }

  /** Returns the end of the block in the frame, or -1 as soon as it does not fit. */
  private static int compressBlock(
      BloscHeader header,
      byte[] src,
      int off,
      int length,
      byte[] frame,
      int at,
      BloscOptions options,
      BloscScratch scratch) {
    byte[] from = src;
    int fromOff = off;
    if (header.shuffled()) {
      from = scratch.block(length);
      fromOff = 0;
      scratch.byteShuffle.shuffle(src, off, from, 0, length, header.typesize());
    } else if (header.bitShuffled()) {
      from = scratch.block(length);
      fromOff = 0;
      scratch.bitShuffle.shuffle(src, off, from, 0, length, header.typesize());
    }
    int limit = BloscHeader.SIZE + header.nbytes();
    int partCount = header.partCount(length);
    int partLength = length / partCount;
    for (int part = 0; part < partCount; part++) {
      if (at > limit) {
        return -1;
      }
      int partOff = fromOff + part * partLength;
      int stored = compressPart(from, partOff, partLength, frame, at + 4, options, scratch);
      // A part as long as its decoded bytes is read as stored, so none may be that long by chance.
      if (stored >= partLength || stored == 0) {
        System.arraycopy(from, partOff, frame, at + 4, partLength);
        stored = partLength;
      }
      BloscHeader.writeInt(frame, at, stored);
      at += 4 + stored;
    }
    return at;
  }

  /** No compressor here writes more for {@code length} bytes; the longest is Snappy's. */
  private static long worstCase(int length) {
    return length + length / 6L + 64;
  }

  /** Returns the compressed length, or 0 if it would not be shorter. */
  private static int compressPart(
      byte[] src,
      int off,
      int len,
      byte[] dst,
      int dstOff,
      BloscOptions options,
      BloscScratch scratch) {
    int clevel = options.clevel();
    int room = (int) worstCase(len);
    return switch (options.cname()) {
      case BLOSCLZ -> Blosclz.compress(src, off, len, dst, dstOff, clevel, scratch);
      case LZ4 -> LZ4.fastCompressor().compress(src, off, len, dst, dstOff, room);
      case LZ4HC -> LZ4.highCompressor(clevel).compress(src, off, len, dst, dstOff, room);
      case SNAPPY -> compressSnappy(src, off, len, dst, dstOff);
      case ZLIB -> deflate(scratch.deflater(clevel), src, off, len, dst, dstOff);
      case ZSTD -> {
        int level = clevel < 9 ? clevel * 2 - 1 : ZSTD_MAX_LEVEL;
        yield scratch.zstdCompress(level).compressByteArray(dst, dstOff, room, src, off, len);
      }
    };
  }

  private static int compressSnappy(byte[] src, int off, int len, byte[] dst, int dstOff) {
    try {
      return Snappy.compress(src, off, len, dst, dstOff);
    } catch (IOException e) {
      throw new BloscException("Snappy cannot compress " + len + " bytes: " + e.getMessage(), e);
    }
  }

  private static int deflate(
      Deflater deflater, byte[] src, int off, int len, byte[] dst, int dstOff) {
    deflater.setInput(src, off, len);
    deflater.finish();
    int length = 0;
    while (!deflater.finished() && length < len) {
      length += deflater.deflate(dst, dstOff + length, len - length);
    }
    return deflater.finished() ? length : 0;
  }
}
