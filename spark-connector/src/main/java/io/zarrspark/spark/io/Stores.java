package io.zarrspark.spark.io;

import io.zarrspark.store.LocalStore;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/** Opens the store at a URI: of any Hadoop file system, or a directory. */
public final class Stores {
  private Stores() {}

  /** The full form of a path: scheme, authority, absolute. */
  public static String qualify(String path, Configuration conf) throws IOException {
    Path unqualified = path(path);
    FileSystem fileSystem = unqualified.getFileSystem(conf);
    return fileSystem.makeQualified(unqualified).toString();
  }

  /** The store whose root is a qualified path. */
  public static Store open(String qualified, Configuration conf) throws IOException {
    Path root = path(qualified);
    URI uri = root.toUri();
    if ("file".equals(uri.getScheme()) && isPlainLocal(conf)) {
      return new LocalStore(java.nio.file.Path.of(uri.getPath()));
    }
    return new HadoopStore(root.getFileSystem(conf), root);
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
