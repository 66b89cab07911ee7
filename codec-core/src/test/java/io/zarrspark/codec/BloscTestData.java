package io.zarrspark.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** Bytes to compress, the same in every run. */
final class BloscTestData {
  private BloscTestData() {}

  static byte[] random(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** Little-endian integers or floats of a slow wave, whatever the typesize. */
  static byte[] smooth(int length, int typesize) {
    ByteBuffer element = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      if (i % typesize == 0) {
        double wave = 1000 + 900 * Math.sin(i / 1000.0);
        element.clear();
        if (typesize == 4) {
          element.putFloat(0, (float) wave);
        } else {
          element.putLong(0, (long) wave);
        }
      }
      bytes[i] = i % typesize < Long.BYTES ? element.get(i % typesize) : 0;
    }
    return bytes;
  }
}
