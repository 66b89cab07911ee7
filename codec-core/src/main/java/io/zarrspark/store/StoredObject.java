package io.zarrspark.store;

import java.io.Closeable;
import java.io.IOException;

/** An object of a store that exists, opened for reading. For one thread at a time. */
public interface StoredObject extends Closeable {

  /** Size in bytes when it was opened. */
  long size();

  /**
   * Reads exactly {@code length} bytes from a position inside the object.
   *
   * @throws java.io.EOFException if the object ends before, which a caller that has checked {@link
   *     #size()} meets only when somebody rewrites it
   */
  void read(long position, byte[] target, int offset, int length) throws IOException;
}
