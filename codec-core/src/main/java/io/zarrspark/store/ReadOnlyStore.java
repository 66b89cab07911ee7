package io.zarrspark.store;

import java.nio.ByteBuffer;
import java.util.List;

/** A store that nothing can be written to. */
abstract class ReadOnlyStore implements Store {
  /** What cannot be written to, in the words of messages. */
  abstract String kind();

  @Override
  public final void put(String key, ByteBuffer value) {
    throw readOnly("write", key);
  }

  @Override
  public final boolean delete(String key) {
    throw readOnly("delete", key);
  }

  @Override
  public final void deleteAll(String key) {
    throw readOnly("delete", key);
  }

  /** What can only be read is opened by name, and never cleared. */
  @Override
  public final List<String> list(String key) {
    throw new UnsupportedOperationException(
        "Cannot list all objects of " + locate(key) + ": " + kind() + " can only be read");
  }

  private UnsupportedOperationException readOnly(String verb, String key) {
    return new UnsupportedOperationException(
        "Cannot " + verb + " " + locate(key) + ": " + kind() + " can only be read");
  }
}
