package io.zarrspark.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A store whose values are pieces of other objects, such as the chunks within NetCDF files that
 * kerchunk and VirtualiZarr find. A key without a reference is absent; a reference to an object
 * that cannot be read, or is not there, is a failure.
 */
public final class ReferenceStore extends ReadOnlyStore {
  /** What is known about keys. */
  public interface References {
    /** The reference of a key, if it has one. */
    Optional<Reference> reference(String key) throws IOException;

    /** Names of the directories right below a prefix, sorted. */
    List<String> childNames(String prefix) throws IOException;
  }

  /** Finds the objects that references name. */
  public interface Targets {
    /** The object at a URL. */
    Target target(String url) throws IOException;
  }

  /**
   * An object.
   *
   * @param key its key in the store, which may be empty
   */
  public record Target(Store store, String key) {}

  private final String kind;
  private final String location;
  private final References references;
  private final Targets targets;

  /**
   * A store.
   *
   * @param kind what holds the references, in the words of messages: {@code references}
   * @param location where the references come from, for messages
   */
  public ReferenceStore(String kind, String location, References references, Targets targets) {
    this.kind = kind;
    this.location = location;
    this.references = references;
    this.targets = targets;
  }

  @Override
  String kind() {
    return kind;
  }

  @Override
  public Optional<StoredObject> open(String key) throws IOException {
    Optional<Reference> found = references.reference(key);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    if (found.get() instanceof Reference.Inline inline) {
      return Optional.of(new BytesObject(locate(key), inline.value()));
    }
    Reference.Range range = (Reference.Range) found.get();
    Target target = targets.target(range.url());
    if (range.length() >= 0) {
      return Optional.of(
          new ReferredObject(
              locate(key),
              new RangeObject(target.store(), target.key(), range.offset(), range.length())));
    }
    try {
      return Optional.of(
          new ReferredObject(
              locate(key),
              target
                  .store()
                  .openWhole(target.key())
                  .orElseThrow(() -> new FileNotFoundException(range.url() + " does not exist"))));
    } catch (IOException e) {
      throw failed(locate(key), e);
    }
  }

  private static IOException failed(String key, IOException e) {
    return new IOException("Cannot read what " + key + " refers to: " + e.getMessage(), e);
  }

  @Override
  public List<String> childNames(String prefix) throws IOException {
    return references.childNames(prefix);
  }

  @Override
  public String locate(String key) {
    return key.isEmpty() ? location : location + "/" + key;
  }

  /** Tells which key it was that failed. */
  private record ReferredObject(String key, StoredObject target) implements StoredObject {
    @Override
    public long size() {
      return target.size();
    }

    @Override
    public void read(long position, byte[] bytes, int offset, int length) throws IOException {
      try {
        target.read(position, bytes, offset, length);
      } catch (IOException e) {
        throw failed(key, e);
      }
    }

    @Override
    public void close() throws IOException {
      target.close();
    }
  }
}
