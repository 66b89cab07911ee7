package io.zarrspark.store;

/** Where the value of a key is: in the references themselves, or in another object. */
public sealed interface Reference {
  /** A value that the references hold. */
  record Inline(byte[] value) implements Reference {}

  /**
   * A range of another object.
   *
   * @param url where that is
   * @param length bytes from the offset on; negative for the whole object
   */
  record Range(String url, long offset, long length) implements Reference {}
}
