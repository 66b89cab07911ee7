package io.zarrspark.store;

import java.io.EOFException;

/**
 * An object that is in memory already.
 *
 * @param location where it lies, for messages
 */
public record BytesObject(String location, byte[] bytes) implements StoredObject {
  @Override
  public long size() {
    return bytes.length;
  }

  @Override
  public void read(long position, byte[] target, int offset, int length) throws EOFException {
    if (position > bytes.length - length) {
      throw new EOFException(
          location + " ends before byte " + (position + length) + ", having " + bytes.length);
    }
    System.arraycopy(bytes, (int) position, target, offset, length);
  }

  @Override
  public void close() {}
}
