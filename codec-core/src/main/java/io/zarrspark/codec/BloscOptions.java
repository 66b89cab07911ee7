package io.zarrspark.codec;

/**
 * What a Zarr {@code blosc} codec is configured with.
 *
 * @param cname the compressor
 * @param clevel 0 (copy only) to 9 (smallest)
 * @param shuffle the filter before compression
 * @param typesize bytes per element, at least 1; above 255 the bytes are taken one by one, as
 *     c-blosc does, since the frame has one byte for it
 * @param blocksize bytes per block, 0 to choose it from the other options
 */
record BloscOptions(
    BloscCompressor cname, int clevel, Shuffle shuffle, int typesize, int blocksize) {

  /** The order is that of c-blosc's numbers, which Zarr v2 writes in its metadata. */
  enum Shuffle {
    NOSHUFFLE,
    SHUFFLE,
    BITSHUFFLE
  }

  private static final int MAX_TYPESIZE = 255;

  BloscOptions {
    if (clevel < 0 || clevel > 9) {
      throw new BloscException("Blosc clevel must be 0 to 9, but it is " + clevel + ".");
    }
    if (typesize < 1) {
      throw new BloscException("Blosc typesize must be at least 1, but it is " + typesize + ".");
    }
    if (blocksize < 0) {
      throw new BloscException(
          "Blosc blocksize must be 0 (automatic) or more, but it is " + blocksize + ".");
    }
    if (typesize > MAX_TYPESIZE) {
      typesize = 1;
    }
  }
}
