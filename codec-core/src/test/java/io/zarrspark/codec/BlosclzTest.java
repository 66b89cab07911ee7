package io.zarrspark.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlosclzTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 9, 31, 32, 33, 100, 5_000, 300_000})
  void whatItCompressesItDecompresses(int length) {
    assertRoundTrip(new byte[length]);
    assertRoundTrip(BloscTestData.random(length, 1));
    assertRoundTrip(BloscTestData.smooth(length, 4));
    assertRoundTrip(repeated(BloscTestData.random(100, 2), length));
    assertRoundTrip(repeated(BloscTestData.random(10_000, 3), length));
    assertRoundTrip(repeated(BloscTestData.random(73_000, 4), length));
  }

  @Test
  void aRepetitionIsFoundNearAndFar() {
    assertThat(compress(repeated(BloscTestData.random(100, 2), 300_000)).length).isLessThan(1_500);
    assertThat(compress(repeated(BloscTestData.random(10_000, 3), 300_000)).length)
        .isLessThan(12_000);
    assertThat(compress(repeated(BloscTestData.random(73_000, 4), 300_000)).length)
        .isLessThan(80_000);
  }

  /** Distances and lengths at which the instructions change their form. */
  @Test
  void matchesOfEveryForm() {
    // One literal, then 1 + 2 bytes from 1 back.
    assertThat(decompress(4, 0x20, 'a', 0x20, 0)).isEqualTo("aaaa".getBytes());
    // Two literals, then 7 + 0 + 2 bytes from 2 back.
    assertThat(decompress(11, 1, 'a', 'b', 0xE0, 0, 1)).isEqualTo("abababababa".getBytes());
    // One literal, then 7 + 255 + 3 + 2 bytes from 1 back, then one literal.
    assertThat(decompress(269, 0, 'a', 0xE0, 255, 3, 0, 0, 'b'))
        .isEqualTo(("a".repeat(268) + "b").getBytes());
  }

  @Test
  void instructionsThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> decompress(4, 0, 'a', 0x20, 1))
        .isInstanceOf(BloscException.class)
        .hasMessage(
            "its blosclz data has a match of 3 bytes from 2 back after 4 bytes read and 1 written,"
                + " which does not fit.");
    assertThatThrownBy(() -> decompress(3, 0, 'a', 0x20, 0))
        .hasMessageContaining("a match of 3 bytes from 1 back");
    assertThatThrownBy(() -> decompress(4, 0, 'a', 0x20))
        .hasMessageContaining("a match without its distance");
    assertThatThrownBy(() -> decompress(4, 0, 'a', 0xE0, 255))
        .hasMessageContaining("a match of more than");
    assertThatThrownBy(() -> decompress(40, 0, 'a', 0x3F, 255, 0))
        .hasMessageContaining("a match without its far distance");
    assertThatThrownBy(() -> decompress(4, 1, 'a')).hasMessageContaining("2 literal bytes");
    assertThatThrownBy(() -> decompress(1, 1, 'a', 'b')).hasMessageContaining("2 literal bytes");
  }

  private static byte[] decompress(int decodedLength, int... data) {
    byte[] src = new byte[data.length];
    for (int i = 0; i < data.length; i++) {
      src[i] = (byte) data[i];
    }
    byte[] dst = new byte[decodedLength];
    assertThat(Blosclz.decompress(src, 0, src.length, dst, 0, dst.length)).isEqualTo(decodedLength);
    return dst;
  }

  private static void assertRoundTrip(byte[] bytes) {
    byte[] compressed = compress(bytes);
    byte[] decoded = new byte[bytes.length];
    int length = Blosclz.decompress(compressed, 0, compressed.length, decoded, 0, decoded.length);
    assertThat(length).isEqualTo(bytes.length);
    assertThat(decoded).isEqualTo(bytes);
  }

  private static byte[] compress(byte[] bytes) {
    // Exactly the room that the contract asks for.
    byte[] dst = new byte[bytes.length + bytes.length / 32 + 1];
    try (BloscScratch scratch = new BloscScratch()) {
      int length = Blosclz.compress(bytes, 0, bytes.length, dst, 0, 9, scratch);
      return Arrays.copyOf(dst, length);
    }
  }

  private static byte[] repeated(byte[] pattern, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = pattern[i % pattern.length];
    }
    return bytes;
  }
}
