package io.zarrspark.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BitShuffleTest {
  private static final int[] ELEMENTS = {
    0, 1, 7, 8, 9, 16, 63, 64, 72, 504, 512, 8192, 8200, 16448
  };
  private static final int OFFSET = 3;

  private final BitShuffle bitShuffle = new BitShuffle();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8, 16, 17})
  void putsTheSameBitOfAllElementsTogetherAndBack(int typesize) {
    for (int count : ELEMENTS) {
      int length = count * typesize + typesize / 2;
      byte[] bytes = BloscTestData.random(length + 2 * OFFSET, length);
      byte[] expected = shuffledSlowly(bytes, length, typesize);

      byte[] shuffled = new byte[bytes.length];
      bitShuffle.shuffle(bytes, OFFSET, shuffled, OFFSET, length, typesize);
      assertThat(shuffled).as("%d elements", count).isEqualTo(expected);

      byte[] back = new byte[bytes.length];
      bitShuffle.unshuffle(shuffled, OFFSET, back, OFFSET, length, typesize);
      bitShuffle.shuffle(back, OFFSET, shuffled, OFFSET, length, typesize);
      assertThat(shuffled).as("%d elements", count).isEqualTo(expected);
    }
  }

  private static byte[] shuffledSlowly(byte[] bytes, int length, int typesize) {
    byte[] shuffled = new byte[bytes.length];
    System.arraycopy(bytes, OFFSET, shuffled, OFFSET, length);
    int count = length / typesize;
    if (count % 8 != 0) {
      return shuffled;
    }
    int bits = 8 * typesize;
    for (int i = 0; i < count * bits; i++) {
      int from = i % count * bits + i / count;
      int bit = bytes[OFFSET + from / 8] >> from % 8 & 1;
      int at = OFFSET + i / 8;
      shuffled[at] = (byte) (shuffled[at] & ~(1 << i % 8) | bit << i % 8);
    }
    return shuffled;
  }
}
