package io.zarrspark.store;

/** A store that nothing can be written to. */
abstract class ReadOnlyStore implements Store {
  /** What cannot be written to, in the words of messages. */
  abstract String kind();

  @Override
  public final void put(String key, byte[] value) {
    throw readOnly("write", key);
  }

  @Override
  public final boolean delete(String key) {
    throw readOnly("delete", key);
  }

  private UnsupportedOperationException readOnly(String verb, String key) {
    return new UnsupportedOperationException(
        "Cannot " + verb + " " + locate(key) + ": " + kind() + " can only be read");
  }
}
