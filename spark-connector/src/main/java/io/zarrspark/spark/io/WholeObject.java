package io.zarrspark.spark.io;

import io.zarrspark.store.FileNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/**
 * Writes an object so that readers see the old one or the new one, never a part: one put on an
 * object store, a rename elsewhere.
 */
final class WholeObject {
  /** Where an object appears at once, when its stream closes, and a rename is a copy. */
  private static final Set<String> OBJECT_STORES =
      Set.of("s3a", "s3", "s3n", "gs", "oss", "cosn", "obs", "wasb", "wasbs", "swift", "tos");

  private WholeObject() {}

  static boolean isObjectStore(FileSystem fileSystem) {
    return OBJECT_STORES.contains(fileSystem.getScheme());
  }

  static void put(FileSystem fileSystem, Path path, ByteBuffer value) throws IOException {
    if (isObjectStore(fileSystem)) {
      write(fileSystem, path, value);
      return;
    }
    Path temporary = new Path(path.getParent() + "/" + FileNames.temporary(path.getName()));
    boolean renamed = false;
    try {
      write(fileSystem, temporary, value);
      replace(fileSystem, temporary, path);
      renamed = true;
    } finally {
      if (!renamed) {
        deleteQuietly(fileSystem, temporary);
      }
    }
  }

  private static void write(FileSystem fileSystem, Path path, ByteBuffer value) throws IOException {
    FSDataOutputStream out = create(fileSystem, path);
    try {
      out.write(value.array(), value.arrayOffset() + value.position(), value.remaining());
    } catch (IOException | RuntimeException e) {
      // Closing would publish what has been written so far.
      if (out.getWrappedStream() instanceof Abortable abortable) {
        abortable.abort();
      } else {
        out.close();
      }
      throw e;
    }
    out.close();
  }

  /** On S3 without looking first at what is there: one request instead of three. */
  private static FSDataOutputStream create(FileSystem fileSystem, Path path) throws IOException {
    if (!"s3a".equals(fileSystem.getUri().getScheme())) {
      return fileSystem.create(path, true);
    }
    FSDataOutputStreamBuilder<?, ?> builder = fileSystem.createFile(path);
    builder.overwrite(true);
    builder.recursive();
    builder.opt("fs.s3a.create.performance", "true");
    return builder.build();
  }

  private static void replace(FileSystem fileSystem, Path from, Path to) throws IOException {
    try {
      FileContext.getFileContext(fileSystem.getUri(), fileSystem.getConf())
          .rename(from, to, Options.Rename.OVERWRITE);
    } catch (UnsupportedFileSystemException e) {
      // A file system without the newer interface: there, not even a rename replaces a file.
      if (!fileSystem.rename(from, to)) {
        fileSystem.delete(to, false);
        if (!fileSystem.rename(from, to)) {
          throw new IOException("cannot rename " + from + " to " + to, e);
        }
      }
    }
  }

  private static void deleteQuietly(FileSystem fileSystem, Path path) {
    try {
      fileSystem.delete(path, false);
    } catch (IOException e) {
      // The failure that led here is the one to tell.
    }
  }
}
