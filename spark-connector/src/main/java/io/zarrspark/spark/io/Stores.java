package io.zarrspark.spark.io;

import io.zarrspark.spark.io.reference.ReferenceFiles;
import io.zarrspark.store.HttpStore;
import io.zarrspark.store.LocalStore;
import io.zarrspark.store.Store;
import io.zarrspark.store.SubStore;
import io.zarrspark.store.ZipStore;
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
 * server; there, a directory, a zip file or references.
 */
public final class Stores {
  private static final Pattern PASSWORD = Pattern.compile("://[^/@]*:[^/]*@");

  private Stores() {}

  /** The location that options name, in full: scheme, authority, absolute. */
  public static String qualify(ZarrOptions options, Configuration conf) throws IOException {
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
      location = location.withMissingOnAccessDenied();
    }
    Optional<String> group = options.group();
    return (group.isPresent() ? location.child(group.get()) : location).toString();
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
    if (new StoreLocation(false, StoreLocation.Kind.DIRECTORY, "", url).isHttp()) {
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
