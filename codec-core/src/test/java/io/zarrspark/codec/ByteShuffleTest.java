package io.zarrspark.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteShuffleTest {
  private static final int[] ELEMENTS = {0, 1, 7, 8, 9, 63, 64, 513, 2047, 2048, 2049, 4101};
  private static final int OFFSET = 3;

  private final ByteShuffle byteShuffle = new ByteShuffle();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 255})
  void putsTheSameByteOfAllElementsTogetherAndBack(int typesize) {
    for (int count : ELEMENTS) {
      for (int rest = 0; rest < Math.min(typesize, 3); rest++) {
        int length = count * typesize + rest;
        byte[] bytes = BloscTestData.random(length + 2 * OFFSET, length);
        byte[] expected = shuffledSlowly(bytes, length, typesize);

        byte[] shuffled = new byte[bytes.length];
        byteShuffle.shuffle(bytes, OFFSET, shuffled, OFFSET, length, typesize);
        assertThat(shuffled).as("%d elements and %d bytes", count, rest).isEqualTo(expected);

        byte[] back = new byte[bytes.length];
        byteShuffle.unshuffle(shuffled, OFFSET, back, OFFSET, length, typesize);
        byteShuffle.shuffle(back, OFFSET, shuffled, OFFSET, length, typesize);
        assertThat(shuffled).as("%d elements and %d bytes", count, rest).isEqualTo(expected);
      }
    }
  }

  private static byte[] shuffledSlowly(byte[] bytes, int length, int typesize) {
    byte[] shuffled = new byte[bytes.length];
    int count = length / typesize;
    for (int i = 0; i < length; i++) {
      int to = i < count * typesize ? i % typesize * count + i / typesize : i;
      shuffled[OFFSET + to] = bytes[OFFSET + i];
    }
    return shuffled;
  }
}
