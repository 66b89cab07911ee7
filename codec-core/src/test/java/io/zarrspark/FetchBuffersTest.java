package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FetchBuffersTest {
  private final FetchBuffers buffers = new FetchBuffers();

  @Test
  void objectsOfAboutOneSizeShareAnArray() {
    byte[] first = buffers.take(1600);
    buffers.giveBack(first);
    assertThat(buffers.take(1700)).isSameAs(first);
    assertThat(buffers.take(1700)).isNotSameAs(first).hasSize(1806);
  }

  @Test
  void smallRequestsDoNotKeepLargeArrays() {
    buffers.giveBack(new byte[1 << 20]);
    assertThat(buffers.take(100)).hasSize(106);
    buffers.giveBack(new byte[100]);
    assertThat(buffers.take(1 << 20)).hasSize((1 << 20) + (1 << 16));
  }
}
