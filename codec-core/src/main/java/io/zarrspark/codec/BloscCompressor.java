package io.zarrspark.codec;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The compressors a Blosc1 frame can name, by the {@code cname} of the Zarr codec.
 *
 * <p>{@code format} is the number in the three high bits of the frame's flags. LZ4HC only
 * compresses differently; its frames say, and are read as, LZ4.
 */
enum BloscCompressor {
  BLOSCLZ("blosclz", 0, 256),
  LZ4("lz4", 1, 256),
  LZ4HC("lz4hc", 1, 256),
  SNAPPY("snappy", 2, 32),
  ZLIB("zlib", 3, 1032),
  ZSTD("zstd", 4, 32768);

  final String cname;
  final int format;

  /**
   * No compressed byte stands for more bytes than this: 255 per length byte in LZ4 and BloscLZ, 64
   * per 3-byte copy in Snappy, 258 per 2-bit match in deflate, a 128 KiB block in 4 bytes in zstd.
   * It bounds what a short frame may claim to hold, so that a lie costs no memory.
   */
  final int maxExpansion;

  BloscCompressor(String cname, int format, int maxExpansion) {
    this.cname = cname;
    this.format = format;
    this.maxExpansion = maxExpansion;
  }

  static BloscCompressor named(String cname) {
    for (BloscCompressor compressor : values()) {
      if (compressor.cname.equals(cname)) {
        return compressor;
      }
    }
    String known =
        Arrays.stream(values())
            .map(compressor -> compressor.cname)
            .collect(Collectors.joining(", "));
    throw new BloscException(
        "Blosc compressor '" + cname + "' is not known; the known ones are " + known + ".");
  }

  static BloscCompressor ofFormat(int format) {
    return switch (format) {
      case 0 -> BLOSCLZ;
      case 1 -> LZ4;
      case 2 -> SNAPPY;
      case 3 -> ZLIB;
      case 4 -> ZSTD;
      default ->
          throw new BloscException(
              "The Blosc frame was compressed with format "
                  + format
                  + ", which Blosc1 does not define (it defines 0 to 4).");
    };
  }

  /** Compressors slow to start gain from larger blocks (HCR in c-blosc). */
  boolean prefersLargeBlocks() {
    return this == LZ4HC || this == ZLIB || this == ZSTD;
  }
}
