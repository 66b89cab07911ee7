package io.zarrspark.codec;

import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.xerial.snappy.Snappy;

/**
 * Decodes the blocks of a compressed Blosc1 frame. A block is a run of parts, each an int32 length
 * and that many bytes; a part as long as its decoded bytes is stored as it is.
 */
final class BloscDecoder {
  /** Never the "fast" decompressor: it reads beyond hostile input (CVE-2025-12183). */
  private static final LZ4SafeDecompressor LZ4 = LZ4Factory.fastestInstance().safeDecompressor();

  private BloscDecoder() {}

  static void decodeBlocks(
      BloscHeader header, byte[] src, int off, byte[] dst, int dstOff, BloscScratch scratch) {
    int blockCount = header.blockCount();
    int end = off + header.cbytes();
    int tableEnd = BloscHeader.SIZE + 4 * blockCount;
    // Blocks that share bytes would let a small frame cost time quadratic in its size.
    long unread = header.cbytes() - tableEnd;
    for (int block = 0; block < blockCount; block++) {
      int start = BloscHeader.readInt(src, off + BloscHeader.SIZE + 4 * block);
      if (start < tableEnd || start > header.cbytes()) {
        throw new BloscException(
            nameOf(block, blockCount)
                + " starts at byte "
                + start
                + ", outside of the frame of "
                + header.cbytes()
                + " bytes whose blocks start at byte "
                + tableEnd
                + ".");
      }
      int at = dstOff + block * header.blocksize();
      int length = header.blockLength(block);
      try {
        unread -= decodeBlock(header, src, off + start, end, dst, at, length, scratch);
      } catch (BloscException e) {
        throw new BloscException(
            nameOf(block, blockCount) + " cannot be decoded: " + e.getMessage(), e);
      }
      if (unread < 0) {
        throw new BloscException(
            nameOf(block, blockCount)
                + " shares bytes with another one: together they are longer than the frame.");
      }
    }
  }

  private static String nameOf(int block, int blockCount) {
    return "Blosc block " + (block + 1) + " of " + blockCount;
  }

  /** Returns the number of compressed bytes read. */
  private static int decodeBlock(
      BloscHeader header,
      byte[] src,
      int start,
      int end,
      byte[] dst,
      int dstOff,
      int length,
      BloscScratch scratch) {
    if (header.shuffled()) {
      byte[] shuffled = scratch.block(length);
      int read = decodeParts(header, src, start, end, shuffled, 0, length, scratch);
      scratch.byteShuffle.unshuffle(shuffled, 0, dst, dstOff, length, header.typesize());
      return read;
    }
    if (header.bitShuffled()) {
      byte[] shuffled = scratch.block(length);
      int read = decodeParts(header, src, start, end, shuffled, 0, length, scratch);
      scratch.bitShuffle.unshuffle(shuffled, 0, dst, dstOff, length, header.typesize());
      return read;
    }
    return decodeParts(header, src, start, end, dst, dstOff, length, scratch);
  }

  private static int decodeParts(
      BloscHeader header,
      byte[] src,
      int start,
      int end,
      byte[] dst,
      int dstOff,
      int length,
      BloscScratch scratch) {
    int partCount = header.partCount(length);
    int partLength = length / partCount;
    if (partLength * partCount != length) {
      throw new BloscException(
          "its "
              + length
              + " bytes are not a multiple of the typesize "
              + header.typesize()
              + " it is split by.");
    }
    int at = start;
    for (int part = 0; part < partCount; part++) {
      if (end - at < 4) {
        throw new BloscException("the frame ends before part " + (part + 1) + ".");
      }
      int stored = BloscHeader.readInt(src, at);
      at += 4;
      if (stored < 1 || stored > end - at) {
        throw new BloscException(
            "part "
                + (part + 1)
                + " has a length of "
                + stored
                + " bytes, but the frame has "
                + (end - at)
                + " more bytes.");
      }
      int to = dstOff + part * partLength;
      if (stored == partLength) {
        System.arraycopy(src, at, dst, to, partLength);
      } else {
        decompress(header.compressor(), src, at, stored, dst, to, partLength, scratch);
      }
      at += stored;
    }
    return at - start;
  }

  private static void decompress(
      BloscCompressor compressor,
      byte[] src,
      int off,
      int len,
      byte[] dst,
      int dstOff,
      int dstLen,
      BloscScratch scratch) {
    int decoded;
    try {
      decoded =
          switch (compressor) {
            case BLOSCLZ -> Blosclz.decompress(src, off, len, dst, dstOff, dstLen);
            case LZ4, LZ4HC -> LZ4.decompress(src, off, len, dst, dstOff, dstLen);
            case SNAPPY -> uncompressSnappy(src, off, len, dst, dstOff, dstLen);
            case ZLIB -> inflate(scratch.inflater(), src, off, len, dst, dstOff, dstLen);
            case ZSTD ->
                scratch.zstdDecompress().decompressByteArray(dst, dstOff, dstLen, src, off, len);
          };
    } catch (LZ4Exception | ZstdException | IOException | DataFormatException e) {
      throw new BloscException(
          "its " + len + " bytes are not valid " + compressor.cname + " (" + e.getMessage() + ").",
          e);
    }
    if (decoded != dstLen) {
      throw new BloscException(
          "its "
              + len
              + " bytes of "
              + compressor.cname
              + " decode to "
              + decoded
              + " bytes, but "
              + dstLen
              + " are expected.");
    }
  }

  private static int uncompressSnappy(
      byte[] src, int off, int len, byte[] dst, int dstOff, int dstLen) throws IOException {
    // uncompress() takes no limit: it writes as many bytes as the input claims.
    int claimed = Snappy.uncompressedLength(src, off, len);
    return claimed == dstLen ? Snappy.uncompress(src, off, len, dst, dstOff) : claimed;
  }

  private static int inflate(
      Inflater inflater, byte[] src, int off, int len, byte[] dst, int dstOff, int dstLen)
      throws DataFormatException {
    inflater.setInput(src, off, len);
    int decoded = 0;
    while (decoded < dstLen) {
      int n = inflater.inflate(dst, dstOff + decoded, dstLen - decoded);
      if (n == 0) {
        break;
      }
      decoded += n;
    }
    // The Adler-32 is checked only when the end of the stream is read, which needs room to spare.
    if (!inflater.finished() && inflater.inflate(new byte[1]) > 0) {
      throw new DataFormatException("it holds more bytes than expected");
    }
    if (!inflater.finished()) {
      throw new DataFormatException("its end is missing");
    }
    return decoded;
  }
}
