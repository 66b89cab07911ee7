package io.zarrspark.spark.convert;

import io.zarrspark.store.Store;
import io.zarrspark.store.StoredObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** A store that remembers what was last written into it. */
final class RecordingStore implements Store {
  private final Store store;
  private WrittenObject last;
  private long writtenBytes;

  RecordingStore(Store store) {
    this.store = store;
  }

  /** What was written since this was last asked for: an object, or nothing. */
  WrittenObject takeLast() {
    WrittenObject taken = last == null ? WrittenObject.ABSENT : last;
    last = null;
    return taken;
  }

  /** Bytes written so far. */
  long writtenBytes() {
    return writtenBytes;
  }

  @Override
  public void put(String key, ByteBuffer value) throws IOException {
    WrittenObject written = WrittenObject.of(value.duplicate());
    store.put(key, value);
    last = written;
    writtenBytes += written.length();
  }

  @Override
  public Optional<StoredObject> open(String key) throws IOException {
    return store.open(key);
  }

  @Override
  public boolean delete(String key) throws IOException {
    return store.delete(key);
  }

  @Override
  public void deleteAll(String key) throws IOException {
    store.deleteAll(key);
  }

  @Override
  public List<String> list(String key) throws IOException {
    return store.list(key);
  }

  @Override
  public List<String> childNames(String prefix) throws IOException {
    return store.childNames(prefix);
  }

  @Override
  public String locate(String key) {
    return store.locate(key);
  }
}
