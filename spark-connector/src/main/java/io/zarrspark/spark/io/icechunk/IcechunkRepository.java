package io.zarrspark.spark.io.icechunk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.store.ReferenceStore;
import io.zarrspark.store.ReferenceStore.Target;
import io.zarrspark.store.ReferenceStore.Targets;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A repository of <a href="https://icechunk.io/en/stable/reference/spec/">Icechunk</a>: versions of
 * a Zarr hierarchy, named by branches and tags. Of the specification's version 2 these names are in
 * the file {@code repo}, of version 1 each is a file {@code refs/branch.NAME/ref.json}.
 */
public final class IcechunkRepository {
  /** What names snapshots. */
  public enum RefKind {
    BRANCH("branch", 2),
    TAG("tag", 1);

    private final String word;

    /** Of the table {@code Repo}. */
    private final int field;

    RefKind(String word, int field) {
      this.word = word;
      this.field = field;
    }
  }

  static final String CHUNKS = "chunks/";
  private static final String REPO = "repo";
  private static final String MAIN = "main";

  private final Store store;

  /** Empty in a repository of version 1. */
  private final Optional<FlatTable> repo;

  private IcechunkRepository(Store store, Optional<FlatTable> repo) {
    this.store = store;
    this.repo = repo;
  }

  /**
   * The repository at the root of a store, if there is one: one lookup, and another if there is
   * none or it is of version 1.
   */
  public static Optional<IcechunkRepository> find(Store store) throws IOException {
    Optional<byte[]> repo = store.get(REPO);
    if (repo.isPresent() && IcechunkFile.hasMagic(repo.get())) {
      FlatBuffer file = IcechunkFile.REPOSITORY.decode(store.locate(REPO), repo.get());
      return Optional.of(new IcechunkRepository(store, Optional.of(file.root())));
    }
    return store.get(refKey(RefKind.BRANCH, MAIN)).isPresent()
        ? Optional.of(new IcechunkRepository(store, Optional.empty()))
        : Optional.empty();
  }

  /** Whether a text can be the id of a snapshot. */
  public static boolean isSnapshotId(String text) {
    return ObjectId.isFileId(text);
  }

  /**
   * A snapshot of a repository, as a store.
   *
   * @param snapshotId one that there is
   * @param targets where virtual chunks lie
   * @throws FileNotFoundException if there is no such snapshot
   */
  public static ReferenceStore open(
      Store store, String snapshotId, Targets targets, FileVersions versions) throws IOException {
    return new ReferenceStore(
        "Icechunk repositories",
        store.locate("") + "@" + snapshotId,
        new IcechunkReferences(store, snapshotId, versions),
        url -> url.startsWith(CHUNKS) ? new Target(store, url) : targets.target(url));
  }

  /** The snapshot that a branch or a tag names, if there is such a name. */
  public Optional<String> snapshot(RefKind kind, String name) throws IOException {
    return repo.isPresent() ? inRepo(repo.get(), kind, name) : inFile(kind, name);
  }

  private static Optional<String> inRepo(FlatTable repo, RefKind kind, String name)
      throws IOException {
    FlatVector refs = repo.vector(kind.field, 4, kind.word);
    for (int i = 0; i < refs.size(); i++) {
      FlatTable ref = refs.table(i);
      if (ref.text(0, "name").equals(name)) {
        FlatVector snapshots = repo.vector(4, 4, "snapshots");
        return Optional.of(
            snapshots.table(ref.uint32(1)).id(0, ObjectId.FILE, "snapshot id").toString());
      }
    }
    return Optional.empty();
  }

  private Optional<String> inFile(RefKind kind, String name) throws IOException {
    // Names of files cannot have a slash, and so none has.
    if (name.contains("/") || kind == RefKind.TAG && isDeletedTag(name)) {
      return Optional.empty();
    }
    String key = refKey(kind, name);
    Optional<byte[]> file = store.get(key);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    try {
      JsonNode snapshot = Json.parse(file.get()).path("snapshot");
      if (snapshot.isTextual() && isSnapshotId(snapshot.textValue())) {
        return Optional.of(snapshot.textValue());
      }
    } catch (JsonProcessingException e) {
      // Told below, as for JSON of another kind.
    }
    throw new IOException(
        "Cannot read " + store.locate(key) + ": it is not JSON that names a \"snapshot\"");
  }

  /** A deleted tag stays, so that its name is not taken again, and has a second file. */
  private boolean isDeletedTag(String name) throws IOException {
    return store.get(refKey(RefKind.TAG, name) + ".deleted").isPresent();
  }

  private static String refKey(RefKind kind, String name) {
    return "refs/" + kind.word + "." + name + "/ref.json";
  }

  /** All branches or all tags, deleted ones not among them, sorted. */
  public List<String> names(RefKind kind) throws IOException {
    List<String> names = new ArrayList<>();
    if (repo.isPresent()) {
      FlatVector refs = repo.get().vector(kind.field, 4, kind.word);
      for (int i = 0; i < refs.size(); i++) {
        names.add(refs.table(i).text(0, "name"));
      }
      return names;
    }
    String prefix = kind.word + ".";
    for (String child : store.childNames("refs")) {
      String name = child.startsWith(prefix) ? child.substring(prefix.length()) : "";
      if (!name.isEmpty() && inFile(kind, name).isPresent()) {
        names.add(name);
      }
    }
    return names;
  }
}
