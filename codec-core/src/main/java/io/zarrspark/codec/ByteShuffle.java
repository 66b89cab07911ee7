package io.zarrspark.codec;

/**
 * The byte shuffle of Blosc and HDF5: first byte 0 of every element, then byte 1 of every element,
 * and so on; each such run is called a plane here. Bytes after the last whole element stay where
 * they are.
 *
 * <p>An instance holds the buffers of one thread.
 */
final class ByteShuffle {
  /** Long enough for vector loops; the lanes of a tile and its bytes fit the L1 cache. */
  private static final int LANE_LENGTH = 256;

  private static final int TILE_ELEMENTS = 8 * LANE_LENGTH;

  private final long[][] lanes = new long[8][LANE_LENGTH];

  void unshuffle(byte[] src, int srcOff, byte[] dst, int dstOff, int length, int typesize) {
    int count = length / typesize;
    for (int i = 0; i < count; i += TILE_ELEMENTS) {
      int tile = Math.min(TILE_ELEMENTS, count - i);
      unshuffleTile(src, srcOff + i, dst, dstOff + i * typesize, tile, count, typesize);
    }
    int whole = count * typesize;
    System.arraycopy(src, srcOff + whole, dst, dstOff + whole, length - whole);
  }

  void shuffle(byte[] src, int srcOff, byte[] dst, int dstOff, int length, int typesize) {
    int count = length / typesize;
    for (int i = 0; i < count; i += TILE_ELEMENTS) {
      int tile = Math.min(TILE_ELEMENTS, count - i);
      shuffleTile(src, srcOff + i * typesize, dst, dstOff + i, tile, count, typesize);
    }
    int whole = count * typesize;
    System.arraycopy(src, srcOff + whole, dst, dstOff + whole, length - whole);
  }

  /** Makes {@code tile} elements of as many bytes of planes that are {@code count} bytes apart. */
  private void unshuffleTile(
      byte[] src, int srcOff, byte[] dst, int dstOff, int tile, int count, int typesize) {
    int n = tile / 8;
    int plane = 0;
    if (typesize == 2) {
      loadPlanes(src, srcOff, count, 2, n);
      Lanes.joinPairs(lanes[0], lanes[1], n);
      Lanes.scatter(lanes[0], dst, dstOff, 16, n);
      Lanes.scatter(lanes[1], dst, dstOff + 8, 16, n);
      plane = 2;
    } else if (typesize == 4) {
      loadPlanes(src, srcOff, count, 4, n);
      // Now the lanes hold elements 0 and 4, 1 and 5, 2 and 6, 3 and 7 ...
      Lanes.transposeBytes4(lanes, 0, n);
      Lanes.swapHalves(lanes[0], lanes[1], n);
      Lanes.swapHalves(lanes[2], lanes[3], n);
      // ... and now 0 and 1, 4 and 5, 2 and 3, 6 and 7.
      Lanes.scatter(lanes[0], dst, dstOff, 32, n);
      Lanes.scatter(lanes[2], dst, dstOff + 8, 32, n);
      Lanes.scatter(lanes[1], dst, dstOff + 16, 32, n);
      Lanes.scatter(lanes[3], dst, dstOff + 24, 32, n);
      plane = 4;
    }
    for (; plane <= typesize - 8; plane += 8) {
      loadPlanes(src, srcOff + plane * count, count, 8, n);
      Lanes.transposeBytes8(lanes, 0, n);
      for (int k = 0; k < 8; k++) {
        Lanes.scatter(lanes[k], dst, dstOff + plane + k * typesize, 8 * typesize, n);
      }
    }
    for (int p = 0; p < typesize; p++) {
      // The planes that are left, and of the others the elements that do not fill a long.
      int start = p < plane ? 8 * n : 0;
      for (int i = start; i < tile; i++) {
        dst[dstOff + p + i * typesize] = src[srcOff + p * count + i];
      }
    }
  }

  /** The steps of {@link #unshuffleTile} from the last to the first. */
  private void shuffleTile(
      byte[] src, int srcOff, byte[] dst, int dstOff, int tile, int count, int typesize) {
    int n = tile / 8;
    int plane = 0;
    if (typesize == 2) {
      Lanes.gather(src, srcOff, 16, lanes[0], n);
      Lanes.gather(src, srcOff + 8, 16, lanes[1], n);
      Lanes.partPairs(lanes[0], lanes[1], n);
      storePlanes(dst, dstOff, count, 2, n);
      plane = 2;
    } else if (typesize == 4) {
      Lanes.gather(src, srcOff, 32, lanes[0], n);
      Lanes.gather(src, srcOff + 8, 32, lanes[2], n);
      Lanes.gather(src, srcOff + 16, 32, lanes[1], n);
      Lanes.gather(src, srcOff + 24, 32, lanes[3], n);
      Lanes.swapHalves(lanes[0], lanes[1], n);
      Lanes.swapHalves(lanes[2], lanes[3], n);
      Lanes.transposeBytes4(lanes, 0, n);
      storePlanes(dst, dstOff, count, 4, n);
      plane = 4;
    }
    for (; plane <= typesize - 8; plane += 8) {
      for (int k = 0; k < 8; k++) {
        Lanes.gather(src, srcOff + plane + k * typesize, 8 * typesize, lanes[k], n);
      }
      Lanes.transposeBytes8(lanes, 0, n);
      storePlanes(dst, dstOff + plane * count, count, 8, n);
    }
    for (int p = 0; p < typesize; p++) {
      int start = p < plane ? 8 * n : 0;
      for (int i = start; i < tile; i++) {
        dst[dstOff + p * count + i] = src[srcOff + p + i * typesize];
      }
    }
  }

  private void loadPlanes(byte[] src, int srcOff, int count, int planes, int n) {
    for (int p = 0; p < planes; p++) {
      Lanes.load(src, srcOff + p * count, lanes[p], n);
    }
  }

  private void storePlanes(byte[] dst, int dstOff, int count, int planes, int n) {
    for (int p = 0; p < planes; p++) {
      Lanes.store(lanes[p], dst, dstOff + p * count, n);
    }
  }
}
