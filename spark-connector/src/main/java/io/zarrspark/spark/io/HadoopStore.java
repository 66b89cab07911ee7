package io.zarrspark.spark.io;

import io.zarrspark.store.BytesObject;
import io.zarrspark.store.FileNames;
import io.zarrspark.store.Store;
import io.zarrspark.store.StoredObject;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.security.AccessControlException;

/**
 * A store on a Hadoop file system.
 *
 * <p>Whether an object exists is found by asking for its status, never by {@code exists}, which
 * takes an unreadable bucket for an empty one on some file systems. Only "file not found" is
 * absent. There are no retries: the file systems have theirs.
 */
final class HadoopStore implements Store {
  private static final String CLASSIC_S3A_STREAM = "org.apache.hadoop.fs.s3a.S3AInputStream";

  private final FileSystem fileSystem;
  private final String root;
  private final boolean missingOnAccessDenied;

  /** Null where asking for one status is as cheap as it gets, or a listing is not. */
  private final ListedStatuses listings;

  private volatile boolean opensTellSizes;

  HadoopStore(FileSystem fileSystem, Path root, boolean missingOnAccessDenied) {
    this.fileSystem = fileSystem;
    String text = fileSystem.makeQualified(root).toString();
    this.root = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    this.missingOnAccessDenied = missingOnAccessDenied;
    boolean isS3 = "s3a".equals(fileSystem.getUri().getScheme());
    this.listings = isS3 ? new ListedStatuses(fileSystem, this.root) : null;
    this.opensTellSizes = isS3;
  }

  @Override
  public Optional<StoredObject> open(String key) throws IOException {
    return open(key, false);
  }

  @Override
  public Optional<byte[]> get(String key) throws IOException {
    Optional<StoredObject> object = open(key, listings != null);
    return object.isPresent() ? Optional.of(readAll(key, object.get())) : Optional.empty();
  }

  /** Opens an object, of which one on S3 may be in memory then if all of it is wanted. */
  private Optional<StoredObject> open(String key, boolean isWholeOnS3) throws IOException {
    Path path = path(key);
    try {
      FileStatus listed = listings == null ? null : listings.status(key);
      if (listed == null && (opensTellSizes || isWholeOnS3)) {
        return Optional.of(openAtOnce(path, isWholeOnS3));
      }
      FileStatus status = listed == null ? fileSystem.getFileStatus(path) : listed;
      return status.isDirectory() ? Optional.empty() : Optional.of(open(path, status));
    } catch (FileNotFoundException | ParentNotDirectoryException e) {
      return Optional.empty();
    } catch (AccessControlException e) {
      return isBelowFile(e) ? Optional.empty() : refused(path, e);
    } catch (AccessDeniedException e) {
      return refused(path, e);
    } catch (IOException e) {
      throw failed("read", path, e);
    }
  }

  /** Some object stores say so of an object that does not exist, if one may not list them. */
  private Optional<StoredObject> refused(Path path, IOException e) throws IOException {
    if (missingOnAccessDenied) {
      return Optional.empty();
    }
    throw new IOException(
        "Cannot read "
            + path
            + ": "
            + e
            + ". If the store answers so for objects that do not exist, as public buckets do, set"
            + " the option missingOnAccessDenied",
        e);
  }

  /** The status, being fresh, spares object stores a request. */
  private HadoopObject open(Path path, FileStatus status) throws IOException {
    return new HadoopObject(
        path, status.getLen(), openStream(fileSystem.openFile(path).withFileStatus(status), path));
  }

  /**
   * Opens an object on S3 without asking for its status first: of an absent one, s3a would look
   * twice. The classic stream of s3a knows the size from opening; another is read to its end, if
   * the object is wanted whole, and else asked no more.
   */
  private StoredObject openAtOnce(Path path, boolean isWhole) throws IOException {
    FSDataInputStream stream = openStream(fileSystem.openFile(path), path);
    try {
      if (stream.getWrappedStream().getClass().getName().equals(CLASSIC_S3A_STREAM)) {
        int size = stream.available();
        if (size < Integer.MAX_VALUE) {
          return new HadoopObject(path, size, stream);
        }
      } else if (isWhole) {
        BytesObject whole = new BytesObject(path.toString(), stream.readAllBytes());
        stream.close();
        return whole;
      } else {
        opensTellSizes = false;
      }
    } catch (IOException | RuntimeException e) {
      stream.close();
      throw e;
    }
    stream.close();
    return open(path, fileSystem.getFileStatus(path));
  }

  /** The policy spares object stores readahead. */
  private static FSDataInputStream openStream(FutureDataInputStreamBuilder builder, Path path)
      throws IOException {
    try {
      return builder
          .opt("fs.option.openfile.read.policy", "random")
          .opt("fs.s3a.experimental.input.fadvise", "random")
          .build()
          .get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while opening " + path);
    }
  }

  @Override
  public void put(String key, ByteBuffer value) throws IOException {
    Path path = path(key);
    try {
      WholeObject.put(fileSystem, path, value);
    } catch (IOException e) {
      throw failed("write", path, e);
    } finally {
      forgetListings();
    }
  }

  @Override
  public boolean delete(String key) throws IOException {
    Path path = path(key);
    try {
      // An empty directory would be deleted, and is no object.
      return !fileSystem.getFileStatus(path).isDirectory() && fileSystem.delete(path, false);
    } catch (IOException e) {
      if (isAbsent(e)) {
        return false;
      }
      throw failed("delete", path, e);
    } finally {
      forgetListings();
    }
  }

  @Override
  public void deleteAll(String key) throws IOException {
    Path path = path(key);
    try {
      if (!key.isEmpty()) {
        fileSystem.delete(path, true);
        return;
      }
      // Not the root itself, which can be that of a bucket.
      for (FileStatus child : fileSystem.listStatus(path)) {
        fileSystem.delete(child.getPath(), true);
      }
    } catch (IOException e) {
      if (!isAbsent(e)) {
        throw failed("delete", path, e);
      }
    } finally {
      forgetListings();
    }
  }

  @Override
  public List<String> list(String key) throws IOException {
    Path path = path(key);
    List<String> keys = new ArrayList<>();
    try {
      RemoteIterator<? extends FileStatus> files = FileListing.files(fileSystem, path);
      while (files.hasNext()) {
        Path file = files.next().getPath();
        if (!FileNames.isNoObject(file.getName())) {
          keys.add(file.toString().substring(root.length() + 1));
        }
      }
    } catch (IOException e) {
      if (isAbsent(e)) {
        return List.of();
      }
      throw failed("list", path, e);
    }
    Collections.sort(keys);
    return keys;
  }

  private static boolean isAbsent(IOException e) {
    return e instanceof FileNotFoundException
        || e instanceof ParentNotDirectoryException
        || e instanceof AccessControlException && isBelowFile(e);
  }

  /** HDFS says so of a key that continues below a file; nothing can have such a key. */
  private static boolean isBelowFile(IOException e) {
    return e.getMessage() != null && e.getMessage().contains("(is not a directory)");
  }

  private void forgetListings() {
    if (listings != null) {
      listings.forget();
    }
  }

  @Override
  public List<String> childNames(String prefix) throws IOException {
    Path path = path(prefix);
    List<String> names = new ArrayList<>();
    try {
      for (FileStatus child : fileSystem.listStatus(path)) {
        if (child.isDirectory()) {
          names.add(child.getPath().getName());
        }
      }
    } catch (FileNotFoundException e) {
      throw e;
    } catch (IOException e) {
      throw failed("list", path, e);
    }
    Collections.sort(names);
    return names;
  }

  @Override
  public String locate(String key) {
    return key.isEmpty() ? root : root + "/" + key;
  }

  /**
   * The path of a key, taken literally: {@code new Path(parent, child)} would read a colon in it as
   * the end of a scheme.
   */
  private Path path(String key) {
    for (String segment : key.split("/")) {
      if (segment.equals("..") || segment.equals(".")) {
        throw new IllegalArgumentException("the key " + key + " leaves the store");
      }
    }
    return new Path(key.isEmpty() ? root + "/" : root + "/" + key);
  }

  private static IOException failed(String verb, Path path, IOException cause) {
    if (cause instanceof InterruptedIOException) {
      return cause;
    }
    return new IOException("Cannot " + verb + " " + path + ": " + cause, cause);
  }

  /** One stream for one object: streams of some file systems serve one thread at a time. */
  private record HadoopObject(Path path, long size, FSDataInputStream stream)
      implements StoredObject {
    @Override
    public void read(long position, byte[] target, int offset, int length) throws IOException {
      try {
        stream.readFully(position, target, offset, length);
      } catch (IOException e) {
        throw failed("read", path, e);
      }
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}
