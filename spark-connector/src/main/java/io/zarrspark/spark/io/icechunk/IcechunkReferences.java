package io.zarrspark.spark.io.icechunk;

import io.zarrspark.store.Reference;
import io.zarrspark.store.ReferenceStore;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The keys of a snapshot: {@code zarr.json} of its nodes, and chunks, whose keys are always {@code
 * c/1/2}. A manifest is read once a chunk is wanted that it may hold.
 */
final class IcechunkReferences implements ReferenceStore.References {
  private static final SharedFiles<Snapshot> SNAPSHOTS =
      new SharedFiles<>(Runtime.getRuntime().maxMemory() / 32, Snapshot::bytes);
  private static final SharedFiles<Manifest> MANIFESTS =
      new SharedFiles<>(Runtime.getRuntime().maxMemory() / 8, Manifest::bytes);

  private static final Pattern METADATA = Pattern.compile("(?:(.*)/)?zarr\\.json");
  private static final Pattern CHUNK = Pattern.compile("(?:(.*)/)?c((?:/[0-9]{1,18})*)");

  private final Store repository;
  private final Snapshot snapshot;
  private final FileVersions versions;
  private final Map<String, Optional<FileVersions.FileVersion>> versionsByUrl = new HashMap<>();

  IcechunkReferences(Store repository, String snapshotId, FileVersions versions)
      throws IOException {
    this.repository = repository;
    this.snapshot =
        SNAPSHOTS.get(
            repository.locate(Snapshot.key(snapshotId)),
            () -> Snapshot.read(repository, snapshotId));
    this.versions = versions;
  }

  @Override
  public Optional<Reference> reference(String key) throws IOException {
    Matcher metadata = METADATA.matcher(key);
    if (metadata.matches()) {
      return node(metadata.group(1)).map(node -> new Reference.Inline(node.metadata()));
    }
    Matcher chunk = CHUNK.matcher(key);
    Optional<Snapshot.Node> array = chunk.matches() ? node(chunk.group(1)) : Optional.empty();
    if (array.isEmpty() || !array.get().isArray()) {
      requireNoArrayAbove(key);
      return Optional.empty();
    }
    Optional<ChunkReference> found = find(array.get(), index(chunk.group(2)));
    return found.isPresent() ? Optional.of(reference(key, found.get())) : Optional.empty();
  }

  private Optional<Snapshot.Node> node(String path) {
    return snapshot.node(path == null ? "" : path);
  }

  /** Chunks of other names would be absent, and so fill values. Zarr v2 has metadata of others. */
  private void requireNoArrayAbove(String key) throws IOException {
    int slash = key.lastIndexOf('/');
    if (key.startsWith(".z", slash + 1)) {
      return;
    }
    for (; slash >= 0; slash = key.lastIndexOf('/', slash - 1)) {
      if (node(key.substring(0, slash)).filter(Snapshot.Node::isArray).isPresent()) {
        throw new IOException(
            "Cannot read "
                + repository.locate(key)
                + ": Icechunk knows chunks by keys such as c/1/2 only, so the array's"
                + " chunk_key_encoding must be default, with the separator /");
      }
    }
  }

  private static long[] index(String segments) {
    return segments.isEmpty()
        ? new long[0]
        : Arrays.stream(segments.substring(1).split("/")).mapToLong(Long::parseLong).toArray();
  }

  private Optional<ChunkReference> find(Snapshot.Node array, long[] chunk) throws IOException {
    for (Snapshot.ManifestPart part : array.manifests()) {
      if (part.mayHold(chunk)) {
        Optional<ChunkReference> found = manifest(part.manifest()).find(array.id(), chunk);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private Manifest manifest(String id) throws IOException {
    return MANIFESTS.get(repository.locate(Manifest.key(id)), () -> Manifest.read(repository, id));
  }

  private Reference reference(String key, ChunkReference chunk) throws IOException {
    if (chunk instanceof ChunkReference.Inline inline) {
      return new Reference.Inline(inline.value());
    }
    if (chunk instanceof ChunkReference.Native stored) {
      return new Reference.Range(
          IcechunkRepository.CHUNKS + stored.id(), stored.offset(), stored.length());
    }
    ChunkReference.Virtual foreign = (ChunkReference.Virtual) chunk;
    String url = VirtualLocation.url(foreign.location());
    if (foreign.location().startsWith(VirtualLocation.CONTAINER)) {
      throw new IOException(
          "Cannot read "
              + repository.locate(key)
              + ": it lies in "
              + foreign.location()
              + ", and where the containers of virtual chunks are is not read from the"
              + " configuration of a repository. Write the references with whole URLs, such as"
              + " s3://bucket/file");
    }
    requireUnchanged(key, url, foreign);
    return new Reference.Range(url, foreign.offset(), foreign.length());
  }

  private void requireUnchanged(String key, String url, ChunkReference.Virtual foreign)
      throws IOException {
    if (foreign.etag().isEmpty() && foreign.lastModified() == 0) {
      return;
    }
    Optional<FileVersions.FileVersion> now = version(url);
    if (now.isEmpty()) {
      return;
    }
    String noted = foreign.etag().map(VirtualLocation::withoutQuotes).orElse(null);
    String etag = now.get().etag().map(VirtualLocation::withoutQuotes).orElse(noted);
    long modified = now.get().modifiedSeconds();
    boolean isOther = noted == null ? modified > foreign.lastModified() : !noted.equals(etag);
    if (isOther) {
      throw new IOException(
          "Cannot read "
              + repository.locate(key)
              + ": "
              + url
              + " has changed since the reference to it was made: "
              + (noted == null
                  ? "it was written "
                      + modified
                      + " seconds after 1970, not "
                      + foreign.lastModified()
                  : "its ETag is " + etag + ", not " + noted)
              + ". Restore the file, or make the references anew");
    }
  }

  /** Asked once a file, since it holds many chunks. */
  private synchronized Optional<FileVersions.FileVersion> version(String url) throws IOException {
    Optional<FileVersions.FileVersion> version = versionsByUrl.get(url);
    if (version == null) {
      version = versions.version(url);
      versionsByUrl.put(url, version);
    }
    return version;
  }

  @Override
  public List<String> childNames(String prefix) {
    return snapshot.childNames(prefix);
  }
}
