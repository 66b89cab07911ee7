package io.zarrspark;

import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The arrays that objects are fetched into, lent again once an object is {@linkplain
 * BlockReader#release released}: clearing new ones takes a good part of the time of a fetch.
 * Objects may be fetched and released on different threads.
 */
final class FetchBuffers {
  private final ConcurrentLinkedQueue<byte[]> spare = new ConcurrentLinkedQueue<>();

  /**
   * An array of at least that many bytes, with any content, and not of many more: small requests
   * would keep the arrays of large ones, and those get others.
   */
  byte[] take(int bytes) {
    byte[] buffer = spare.poll();
    boolean suits = buffer != null && buffer.length >= bytes && buffer.length / 2 <= bytes;
    // A sixteenth more, since neighbouring objects are of about one size.
    return suits
        ? buffer
        : new byte[(int) Math.min(bytes + (long) bytes / 16, Integer.MAX_VALUE - 8)];
  }

  void giveBack(byte[] buffer) {
    spare.add(buffer);
  }
}
