package io.zarrspark.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Bob Jenkins' {@code hashlittle} (lookup3.c, May 2006, public domain), the checksum of HDF5's
 * metadata: three words of state, into which twelve bytes at a time are added and stirred.
 */
final class JenkinsLookup3 {
  private static final int BLOCK = 12;

  private int a;
  private int b;
  private int c;

  private JenkinsLookup3(int start) {
    a = start;
    b = start;
    c = start;
  }

  static int of(ByteSlice bytes, int seed) {
    JenkinsLookup3 state = new JenkinsLookup3(0xdeadbeef + bytes.length() + seed);
    if (bytes.length() == 0) {
      return state.c;
    }
    ByteBuffer words = ByteBuffer.wrap(bytes.array()).order(ByteOrder.LITTLE_ENDIAN);
    int at = bytes.offset();
    int end = at + bytes.length();
    // The last block, even a whole one, is stirred in another way.
    for (; end - at > BLOCK; at += BLOCK) {
      state.add(words, at);
      state.mix();
    }
    ByteBuffer last = ByteBuffer.allocate(BLOCK).order(ByteOrder.LITTLE_ENDIAN);
    last.put(bytes.array(), at, end - at);
    state.add(last, 0);
    state.finish();
    return state.c;
  }

  private void add(ByteBuffer words, int at) {
    a += words.getInt(at);
    b += words.getInt(at + 4);
    c += words.getInt(at + 8);
  }

  private void mix() {
    a = (a - c) ^ Integer.rotateLeft(c, 4);
    c += b;
    b = (b - a) ^ Integer.rotateLeft(a, 6);
    a += c;
    c = (c - b) ^ Integer.rotateLeft(b, 8);
    b += a;
    a = (a - c) ^ Integer.rotateLeft(c, 16);
    c += b;
    b = (b - a) ^ Integer.rotateLeft(a, 19);
    a += c;
    c = (c - b) ^ Integer.rotateLeft(b, 4);
    b += a;
  }

  private void finish() {
    c = (c ^ b) - Integer.rotateLeft(b, 14);
    a = (a ^ c) - Integer.rotateLeft(c, 11);
    b = (b ^ a) - Integer.rotateLeft(a, 25);
    c = (c ^ b) - Integer.rotateLeft(b, 16);
    a = (a ^ c) - Integer.rotateLeft(c, 4);
    b = (b ^ a) - Integer.rotateLeft(a, 14);
    c = (c ^ b) - Integer.rotateLeft(b, 24);
  }
}
