package io.zarrspark.store;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
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

  /**
   * Writes a whole object, replacing an old one in one step: readers see the old or the new.
   *
   * @param value what remains of a buffer with an array; its position may be moved
   */
  void put(String key, ByteBuffer value) throws IOException;

  /** The same of a whole array. */
  default void put(String key, byte[] value) throws IOException {
    put(key, ByteBuffer.wrap(value));
  }

  /** Whether {@link #putIfAbsent} is offered. */
  default boolean canPutIfAbsent() {
    return false;
  }

  /**
   * Writes a whole object unless there is one with that key, in one step: of several writers at
   * once, one succeeds.
   *
   * @return false if there is one, which is left as it is
   * @throws UnsupportedOperationException if the store cannot do it in one step
   */
  default boolean putIfAbsent(String key, byte[] value) throws IOException {
    throw new UnsupportedOperationException(
        locate(key) + " is in a store that cannot tell in one step whether it is the first there");
  }

  /** Deletes an object; false if there was none. */
  boolean delete(String key) throws IOException;

  /**
   * Deletes the object with a key, and all objects below it: {@code a} deletes {@code a} and {@code
   * a/b}, never {@code ab}. Nothing there is no failure. Not in one step.
   *
   * @param key {@code ""} for all objects of the store
   */
  void deleteAll(String key) throws IOException;

  /**
   * Keys of the object with a key, and of all objects below it, sorted; none if nothing is there.
   * What is half written is no object yet.
   *
   * @param key {@code ""} for all objects of the store
   */
  List<String> list(String key) throws IOException;

  /** Names of the directories right below a prefix ({@code ""} is the root), sorted. */
  List<String> childNames(String prefix) throws IOException;

  /** Where a key lies, as users know it: for messages. */
  String locate(String key);

  /** The whole value of a key, or empty if there is none. */
  default Optional<byte[]> get(String key) throws IOException {
    Optional<StoredObject> object = openWhole(key);
    return object.isPresent() ? Optional.of(readAll(key, object.get())) : Optional.empty();
  }

  /** All bytes of an opened object, which is closed then. */
  default byte[] readAll(String key, StoredObject object) throws IOException {
    try (object) {
      if (object.size() > Integer.MAX_VALUE - 8) {
        throw new IOException(
            locate(key) + " has " + object.size() + " bytes, too many for one read");
      }
      byte[] value = new byte[(int) object.size()];
      object.read(0, value, 0, value.length);
      return value;
    }
  }
}
