package io.zarrspark.store;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A hierarchy of keys and values, as the Zarr specification calls it. Keys are relative, separated
 * by slashes, taken literally.
 *
 * <p>Absent is a value here, {@link Optional#empty()}; every other outcome that is no success is an
 * {@link IOException}. Nothing may turn a failure into an absent object: a reader would put fill
 * values where somebody's data is.
 */
public interface Store {

  /** Opens an object, or empty if there is none with that key. */
  Optional<StoredObject> open(String key) throws IOException;

  /** Opens an object that is going to be read whole, which can save a request. */
  default Optional<StoredObject> openWhole(String key) throws IOException {
    return open(key);
  }

  /**
   * Reads exactly a range of an object, which must exist.
   *
   * @throws java.io.FileNotFoundException if it does not
   * @throws java.io.EOFException if it ends before
   */
  default byte[] read(String key, long position, int length) throws IOException {
    try (StoredObject object =
        open(key).orElseThrow(() -> new FileNotFoundException(locate(key) + " does not exist"))) {
      if (position > object.size() - length) {
        throw new EOFException(
            locate(key)
                + " has "
                + object.size()
                + " bytes; wanted are "
                + length
                + " from byte "
                + position);
      }
      byte[] bytes = new byte[length];
      object.read(position, bytes, 0, length);
      return bytes;
    }
  }

  /** Writes a whole object, replacing an old one in one step: readers see the old or the new. */
  void put(String key, byte[] value) throws IOException;

  /** Deletes an object; false if there was none. */
  boolean delete(String key) throws IOException;

  /** Names of the directories right below a prefix ({@code ""} is the root), sorted. */
  List<String> childNames(String prefix) throws IOException;

  /** Where a key lies, as users know it: for messages. */
  String locate(String key);

  /** The whole value of a key, or empty if there is none. */
  default Optional<byte[]> get(String key) throws IOException {
    Optional<StoredObject> object = openWhole(key);
    if (object.isEmpty()) {
      return Optional.empty();
    }
    try (StoredObject opened = object.get()) {
      if (opened.size() > Integer.MAX_VALUE - 8) {
        throw new IOException(
            locate(key) + " has " + opened.size() + " bytes, too many for one read");
      }
      byte[] value = new byte[(int) opened.size()];
      opened.read(0, value, 0, value.length);
      return Optional.of(value);
    }
  }
}
