package io.zarrspark.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What lies below a prefix of a store that can only be read, as a store of its own. */
public final class SubStore extends ReadOnlyStore {
  private final ReadOnlyStore store;
  private final String prefix;

  private SubStore(ReadOnlyStore store, String prefix) {
    this.store = store;
    this.prefix = prefix;
  }

  /** The store at a prefix of a zip file. */
  public static Store of(ZipStore store, String prefix) {
    return prefix.isEmpty() ? store : new SubStore(store, prefix);
  }

  /** The store at a prefix of references. */
  public static Store of(ReferenceStore store, String prefix) {
    return prefix.isEmpty() ? store : new SubStore(store, prefix);
  }

  @Override
  String kind() {
    return store.kind();
  }

  @Override
  public Optional<StoredObject> open(String key) throws IOException {
    return store.open(inStore(key));
  }

  @Override
  public Optional<StoredObject> openWhole(String key) throws IOException {
    return store.openWhole(inStore(key));
  }

  @Override
  public List<String> childNames(String path) throws IOException {
    return store.childNames(inStore(path));
  }

  @Override
  public String locate(String key) {
    return store.locate(inStore(key));
  }

  private String inStore(String key) {
    return key.isEmpty() ? prefix : prefix + "/" + key;
  }
}
