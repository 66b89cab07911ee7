package io.zarrspark.store;

import java.io.EOFException;
import java.io.IOException;

/** A range of another object; every read is a request of its own. */
record RangeObject(Store store, String key, long start, long size) implements StoredObject {
  @Override
  public void read(long position, byte[] target, int offset, int length) throws IOException {
    if (position > size - length) {
      throw new EOFException(
          "bytes " + start + " to " + (start + size) + " of " + store.locate(key) + " end before");
    }
    byte[] bytes = store.read(key, start + position, length);
    System.arraycopy(bytes, 0, target, offset, length);
  }

  @Override
  public void close() {}
}
