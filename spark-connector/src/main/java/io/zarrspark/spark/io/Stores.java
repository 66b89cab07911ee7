package io.zarrspark.spark.io;

import io.zarrspark.spark.io.icechunk.IcechunkRepository;
import io.zarrspark.spark.io.reference.ReferenceFiles;
import io.zarrspark.store.HttpStore;
import io.zarrspark.store.LocalStore;
import io.zarrspark.store.Store;
import io.zarrspark.store.SubStore;
import io.zarrspark.store.ZipStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Opens the store at a location: on any Hadoop file system, in a local directory or behind an HTTP
 * server; there, a directory, a zip file, references or an Icechunk repository.
 */
public final class Stores {
  private static final Pattern PASSWORD = Pattern.compile("://[^/@]*:[^/]*@");

  private Stores() {}

  /** The location that options name, in full: scheme, authority, absolute. */
  public static String qualify(ZarrOptions options, Configuration conf) throws IOException {
    StoreLocation location = userLocation(options, conf);
    if (location.kind() == StoreLocation.Kind.ICECHUNK && location.snapshot().isEmpty()) {
      location = pinned(location, options, requireRepository(location, conf));
    }
    return inGroup(location, options);
  }

  private static String inGroup(StoreLocation location, ZarrOptions options) {
    Optional<String> group = options.group();
    return (group.isPresent() ? location.child(group.get()) : location).toString();
  }

  /** The location that the path names, in full. */
  private static StoreLocation userLocation(ZarrOptions options, Configuration conf)
      throws IOException {
    StoreLocation location = StoreLocation.ofUser(options.path());
    if (PASSWORD.matcher(location.url()).find()) {
      throw new OptionException(
          "The path holds a user name and a password. Paths show in plans and logs: give"
              + " credentials in the configuration instead, such as spark.hadoop.fs.s3a.access.key");
    }
    if (!location.isHttp()) {
      location = location.withUrl(qualifyPath(location.url(), conf));
    }
    if (options.missingOnAccessDenied()) {
      location = location.withMissing(true);
    }
    return options.version().isPresent() ? versioned(location, options) : location;
  }

  private static StoreLocation versioned(StoreLocation location, ZarrOptions options) {
    RepositoryVersion version = options.version().orElseThrow();
    return switch (location.kind()) {
      case DIRECTORY -> location.withKind(StoreLocation.Kind.ICECHUNK);
      case ICECHUNK -> {
        if (!location.snapshot().isEmpty()) {
          throw new OptionException(
              "The path names a snapshot, and so does the option "
                  + version.option()
                  + ": leave one of them out");
        }
        yield location;
      }
      case ZIP, REFERENCES ->
          throw new OptionException(
              "The option "
                  + version.option()
                  + " names a version of an Icechunk repository, but "
                  + location
                  + " is none");
    };
  }

  /** From here on, what is committed to the repository does not change what is read. */
  private static StoreLocation pinned(
      StoreLocation location, ZarrOptions options, IcechunkRepository repository)
      throws IOException {
    return location.withSnapshot(
        options.version().orElse(RepositoryVersion.LATEST).snapshotId(repository, location.url()));
  }

  private static IcechunkRepository requireRepository(StoreLocation location, Configuration conf)
      throws IOException {
    return repository(location, conf)
        .orElseThrow(
            () ->
                new FileNotFoundException(
                    location.url()
                        + " is no Icechunk repository: it has neither a file repo of Icechunk nor"
                        + " refs/branch.main/ref.json. Give the path of a repository, and the node"
                        + " within it by the option group"));
  }

  private static Optional<IcechunkRepository> repository(StoreLocation location, Configuration conf)
      throws IOException {
    return IcechunkRepository.find(
        directory(location.url(), location.missingOnAccessDenied(), conf));
  }

  /**
   * The location that options name in an Icechunk repository, if the path is that of one: up to two
   * lookups, for those who have found no Zarr node there.
   */
  public static Optional<String> inRepository(ZarrOptions options, Configuration conf)
      throws IOException {
    StoreLocation location = userLocation(options, conf);
    Optional<IcechunkRepository> repository =
        location.kind() == StoreLocation.Kind.DIRECTORY
            ? repository(location, conf)
            : Optional.empty();
    if (repository.isEmpty()) {
      return Optional.empty();
    }
    StoreLocation inRepository = location.withKind(StoreLocation.Kind.ICECHUNK);
    return Optional.of(inGroup(pinned(inRepository, options, repository.get()), options));
  }

  /**
   * Refuses to write where an Icechunk repository is, which a new store would replace.
   *
   * @throws OptionException if there is one, or the options name one
   */
  public static void requireNoRepository(ZarrOptions options, Configuration conf)
      throws IOException {
    StoreLocation location = userLocation(options, conf);
    boolean isDirectory = location.kind() == StoreLocation.Kind.DIRECTORY && !location.isHttp();
    if (location.kind() == StoreLocation.Kind.ICECHUNK
        || isDirectory && repository(location, conf).isPresent()) {
      throw new OptionException(
          "Cannot write into the Icechunk repository "
              + location.url()
              + ": repositories are only read here. Write to another path; Icechunk itself can"
              + " commit what is there");
    }
  }

  /** The location of the group that holds a node, if it can have one. */
  public static Optional<String> parent(String location) {
    return StoreLocation.parse(location).parent().map(StoreLocation::toString);
  }

  /** The name of the node at a location within its group. */
  public static String name(String location) {
    return StoreLocation.parse(location).name();
  }

  /** The store whose root is a qualified location. */
  public static Store open(String qualified, Configuration conf) throws IOException {
    StoreLocation location = StoreLocation.parse(qualified);
    boolean missing = location.missingOnAccessDenied();
    return switch (location.kind()) {
      case DIRECTORY -> directory(location.url(), missing, conf);
      case ZIP -> {
        Store folder = directory(folder(location.url()), missing, conf);
        yield SubStore.of(new ZipStore(folder, file(location.url())), location.inside());
      }
      case REFERENCES ->
          SubStore.of(
              ReferenceFiles.open(
                  directory(folder(location.url()), missing, conf),
                  file(location.url()),
                  new StoreTargets(folder(location.url()), missing, conf)),
              location.inside());
      case ICECHUNK -> {
        StoreTargets targets = new StoreTargets(location.url(), missing, conf);
        yield SubStore.of(
            IcechunkRepository.open(
                directory(location.url(), missing, conf),
                RepositoryVersion.checkedId(location.snapshot()),
                targets,
                targets),
            location.inside());
      }
    };
  }

  private static String folder(String url) {
    return url.substring(0, url.replaceAll("/+$", "").lastIndexOf('/'));
  }

  private static String file(String url) {
    return url.replaceAll("/+$", "").substring(folder(url).length() + 1);
  }

  static Store directory(String url, boolean missingOnAccessDenied, Configuration conf)
      throws IOException {
    if (StoreLocation.directory(url).isHttp()) {
      try {
        return new HttpStore(url, missingOnAccessDenied);
      } catch (IllegalArgumentException e) {
        throw new IOException("Cannot open a URL: " + e.getMessage(), e);
      }
    }
    Path root = path(url.isEmpty() || url.endsWith(":") ? url + "/" : url);
    URI uri = root.toUri();
    if ("file".equals(uri.getScheme()) && isPlainLocal(conf)) {
      return new LocalStore(java.nio.file.Path.of(uri.getPath()));
    }
    return new HadoopStore(root.getFileSystem(conf), root, missingOnAccessDenied);
  }

  private static String qualifyPath(String path, Configuration conf) throws IOException {
    Path unqualified = path(path);
    FileSystem fileSystem = unqualified.getFileSystem(conf);
    return fileSystem.makeQualified(unqualified).toString();
  }

  private static Path path(String path) throws IOException {
    try {
      return new Path(path);
    } catch (IllegalArgumentException e) {
      throw new IOException("\"" + path + "\" is not a path: " + e.getMessage(), e);
    }
  }

  private static boolean isPlainLocal(Configuration conf) {
    String implementation = conf.get("fs.file.impl");
    return implementation == null || implementation.equals(LocalFileSystem.class.getName());
  }
}
