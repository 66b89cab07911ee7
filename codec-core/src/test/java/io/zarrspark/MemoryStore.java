package io.zarrspark;

import io.zarrspark.store.Store;
import io.zarrspark.store.StoredObject;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A store in memory that counts what is read. */
final class MemoryStore implements Store {
  final Map<String, byte[]> objects = new TreeMap<>();

  /** What every other key holds; null if nothing. */
  byte[] anyOther;

  @Override
  public Optional<StoredObject> open(String key) {
    byte[] value = objects.getOrDefault(key, isMetadata(key) ? null : anyOther);
    return Optional.ofNullable(value).map(bytes -> new InMemory(key, bytes));
  }

  private static boolean isMetadata(String key) {
    String name = key.substring(key.lastIndexOf('/') + 1);
    return name.equals("zarr.json") || name.startsWith(".z");
  }

  @Override
  public void put(String key, byte[] value) {
    objects.put(key, value);
  }

  @Override
  public void put(String key, ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.get(bytes);
    objects.put(key, bytes);
  }

  @Override
  public boolean delete(String key) {
    return objects.remove(key) != null;
  }

  @Override
  public void deleteAll(String key) {
    objects.keySet().removeAll(list(key));
  }

  @Override
  public List<String> list(String key) {
    return objects.keySet().stream()
        .filter(k -> key.isEmpty() || k.equals(key) || k.startsWith(key + "/"))
        .toList();
  }

  @Override
  public List<String> childNames(String prefix) {
    String start = prefix.isEmpty() ? "" : prefix + "/";
    return objects.keySet().stream()
        .filter(key -> key.startsWith(start) && key.indexOf('/', start.length()) > 0)
        .map(key -> key.substring(start.length(), key.indexOf('/', start.length())))
        .distinct()
        .toList();
  }

  @Override
  public String locate(String key) {
    return "memory:" + key;
  }

  private record InMemory(String key, byte[] value) implements StoredObject {
    @Override
    public long size() {
      return value.length;
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) throws EOFException {
      if (position < 0 || position + length > value.length) {
        throw new EOFException(key + " is read beyond its end: a reader must check");
      }
      System.arraycopy(value, (int) position, target, offset, length);
    }

    @Override
    public void close() {}
  }
}
